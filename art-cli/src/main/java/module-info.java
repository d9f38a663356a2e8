/** The art command. */
module org.artindex.cli {
    requires de.siegmar.fastcsv;
    requires info.picocli;
    requires org.artindex.storage;
    requires me.tongfei.progressbar;
    requires static org.jspecify;

    opens org.artindex.cli to
            info.picocli;
}

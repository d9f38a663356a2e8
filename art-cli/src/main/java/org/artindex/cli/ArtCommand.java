package org.artindex.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The command itself, which only has subcommands. */
@Command(
        name = "art",
        description = "Builds and asks indexes that are kept in a file.",
        synopsisSubcommandLabel = "COMMAND",
        versionProvider = ArtCommand.Version.class,
        subcommands = {
            DemoCommand.class,
            CreateCommand.class,
            GetCommand.class,
            RangeCommand.class,
            PrefixCommand.class,
            FirstCommand.class,
            LastCommand.class,
            ListCommand.class,
            StatsCommand.class,
            CheckCommand.class,
            HelpCommand.class
        },
        commandListHeading = "%nCommands (art COMMAND --help says more):%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  art demo",
            "  art create cities.art --csv data/cities.csv.gz --key by_country_name=country,name",
            "  art prefix cities.art by_country_name FR Saint --limit 5 --csv data/cities.csv.gz",
            "",
            "Exit code: 0 done, 1 the file is damaged, 2 it could not be done.",
            "ART_DEBUG=1 in the environment, or --debug, shows where an error comes from."
        })
final class ArtCommand {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Show this help.")
    boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Show the version.")
    boolean version;

    @Option(names = "--debug", scope = ScopeType.INHERIT, hidden = true)
    boolean debug;

    /** Reads the version from the jar. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Main.class.getPackage().getImplementationVersion();
            return new String[] {
                "art " + (version == null ? "(development)" : version),
                "Java " + Runtime.version() + ", " + System.getProperty("os.name") + " " + System.getProperty("os.arch")
            };
        }
    }
}

package org.artindex.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** A table of the demo: a CSV that the jar brings along, and the indexes over it. */
enum DemoTable {
    CITIES("cities", "cities.csv.gz"),
    IPV4("ipv4", "ipv4-country.csv.gz");

    private final String tableName;
    private final String resource;

    DemoTable(String tableName, String resource) {
        this.tableName = tableName;
        this.resource = resource;
    }

    String tableName() {
        return tableName;
    }

    /** The indexes, as {@code --key} would name them. */
    List<KeySpec> keys() {
        return switch (this) {
            case CITIES ->
                List.of(
                        KeySpec.parse("by_name=name", false),
                        KeySpec.parse("by_country_name=country,name", false),
                        KeySpec.parse("by_country=country", false),
                        KeySpec.parse("by_lat=lat:double", false));
            case IPV4 ->
                List.of(KeySpec.parse("ip_start=start:uint32", true), KeySpec.parse("ip_country=country", false));
        };
    }

    /** Opens the CSV; the demo runs from anywhere, so it is in the jar. */
    CsvFile open() throws IOException {
        InputStream stream = DemoTable.class.getResourceAsStream("data/" + resource);
        if (stream == null) {
            throw new CommandFailure("this build of art does not contain " + resource);
        }
        return CsvFile.open(resource, stream);
    }
}

package org.artindex.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class KeyColumnTest {
    @Test
    void keysOfAnyLengthComeBackAsTheyWere() {
        KeyColumn keys = new KeyColumn(1);
        String[] texts = {"a", "", "a longer one", "b"};
        for (String text : texts) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            keys.add(bytes, bytes.length);
        }
        assertThat(keys.count()).isEqualTo(4);
        assertThat(keys.longest()).isEqualTo(12);
        for (int row = 0; row < texts.length; row++) {
            assertThat(new String(keys.key(row), StandardCharsets.UTF_8)).isEqualTo(texts[row]);
        }
    }

    @Test
    void keysAtTheEndOfAChunkStayWhole() {
        int count = 6;
        KeyColumn keys = new KeyColumn(count);
        byte[] key = new byte[5_000_000];
        for (int row = 0; row < count; row++) {
            key[0] = (byte) row;
            key[key.length - 1] = (byte) -row;
            keys.add(key, key.length - row);
        }
        for (int row = 0; row < count; row++) {
            int length = keys.copy(row, key);
            assertThat(length).isEqualTo(key.length - row);
            assertThat(key[0]).isEqualTo((byte) row);
        }
    }
}

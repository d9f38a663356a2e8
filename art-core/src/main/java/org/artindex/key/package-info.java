/**
 * Order-preserving, prefix-free encoding of typed columns into keys, and the key ranges that queries ask for.
 *
 * <p>Keys compare as unsigned bytes. {@link org.artindex.key.KeySchema} is the way in; {@code docs/key-encoding.md} states
 * every rule of the encoding.
 */
@NullMarked
package org.artindex.key;

import org.jspecify.annotations.NullMarked;

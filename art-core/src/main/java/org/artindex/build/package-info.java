/** Bulk build: pairs of key and row id are collected, sorted and written bottom-up. */
@NullMarked
package org.artindex.build;

import org.jspecify.annotations.NullMarked;

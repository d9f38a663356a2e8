/** The engine against a model of it, step by step. */
@NullMarked
package org.artindex.model;

import org.jspecify.annotations.NullMarked;

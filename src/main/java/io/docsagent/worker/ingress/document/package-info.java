/** How the bytes of a record become a document that fits its schema, or the reason why they do not. */
@NullMarked
package io.docsagent.worker.ingress.document;

import org.jspecify.annotations.NullMarked;

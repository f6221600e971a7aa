package io.docsagent.worker.gateway.http;

import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpContentDecompressor;
import reactor.netty.NettyPipeline;

/** Reads bodies that something in front of the service has compressed (gzip, deflate), although none are asked for. */
final class CompressedBodies {

    private CompressedBodies() {}

    /** @param most bytes of one piece of a body, decompressed; the callers limit the whole body */
    static void decompressOn(Channel channel, int most) {
        // Reactor Netty's own way would ask for compressed bodies.
        channel.pipeline()
                .addBefore(
                        NettyPipeline.ReactiveBridge,
                        "docs-agent.compressed-bodies",
                        new HttpContentDecompressor(false, most));
    }
}

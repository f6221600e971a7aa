package io.docsagent.worker.gateway.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.util.ReferenceCountUtil;
import reactor.netty.NettyPipeline;

/** Drops interim answers (1xx), which Reactor Netty 1.3.7 would treat as the answer, except for 100. */
final class InterimAnswers extends ChannelInboundHandlerAdapter {

    private boolean dropping;

    static void dropFrom(Channel channel) {
        channel.pipeline().addBefore(NettyPipeline.ReactiveBridge, "docs-agent.interim-answers", new InterimAnswers());
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof HttpResponse response) {
            dropping = isInterim(response.status());
        }
        if (dropping) {
            ReferenceCountUtil.release(message);
            // The handlers behind this one saw nothing, so none of them would request the next read.
            context.read();
        } else {
            context.fireChannelRead(message);
        }
    }

    private static boolean isInterim(HttpResponseStatus status) {
        return status.codeClass() == HttpStatusClass.INFORMATIONAL
                && !status.equals(HttpResponseStatus.SWITCHING_PROTOCOLS);
    }
}

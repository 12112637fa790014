# The image of `scudo-checkout serve` (docs/serve.md, Container). Pack the package first: npm pack
FROM node:22-slim
WORKDIR /app
COPY scudo-checkout-*.tgz /tmp/scudo-checkout.tgz
RUN npm install --omit=dev --ignore-scripts --no-audit --no-fund /tmp/scudo-checkout.tgz pg@8 \
  && rm -r /tmp/scudo-checkout.tgz /root/.npm \
  && install -d -o node -g node /data
ENV NODE_ENV=production SCUDO_HOST=0.0.0.0 SCUDO_STORE=/data/scudo.db
USER node
VOLUME /data
EXPOSE 3001
HEALTHCHECK CMD ["node", "-e", "const { SCUDO_LISTEN_PORT, SCUDO_PUBLIC_URL } = process.env; fetch(`http://127.0.0.1:${SCUDO_LISTEN_PORT || 3001}${new URL(SCUDO_PUBLIC_URL).pathname.replace(/\\/$/, '')}/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "node_modules/scudo-checkout/dist/command.js", "serve"]

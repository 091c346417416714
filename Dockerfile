# Bourse in a container. docs/operating.md says how to run it, and what was not tried.

FROM node:20-slim AS build
WORKDIR /opt/bourse
COPY . .
# Installs (by `npm install`: `npm ci` refuses a lockfile that lacks another platform's packages) and
# builds; then only what runs is kept.
RUN node scripts/setup.mjs && npm prune --omit=dev --no-audit --no-fund

FROM node:20-slim
ENV NODE_ENV=production
WORKDIR /opt/bourse
COPY --from=build /opt/bourse/package.json ./
COPY --from=build /opt/bourse/node_modules ./node_modules
COPY --from=build /opt/bourse/dist ./dist
RUN ln -s /opt/bourse/dist/cli/bourse.js /usr/local/bin/bourse \
 && install --directory --owner=node --group=node --mode=0700 /var/lib/bourse
USER node
VOLUME /var/lib/bourse
ENV BOURSE_DATA=/var/lib/bourse \
    BOURSE_HOST=0.0.0.0 \
    BOURSE_PORT=8080 \
    BOURSE_OPERATOR_PORT=8081
# The operator's listener, on 8081, is on loopback: it is reached from inside the container only.
EXPOSE 8080
STOPSIGNAL SIGTERM
# A start that replays a long log is alive and not ready; it may take this long before it counts.
HEALTHCHECK --interval=10s --timeout=5s --start-period=10m --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.BOURSE_OPERATOR_PORT + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# No init is needed: the server starts one child, waits for it, and answers SIGTERM itself.
ENTRYPOINT ["node", "--enable-source-maps", "/opt/bourse/dist/main.js"]
CMD ["--no-demo"]

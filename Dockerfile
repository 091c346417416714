# Bourse in a container: as production, or as a sandbox. docs/operating.md says how to run it, and what was
# not tried.

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
# BOURSE_KIND is production, sandbox (empty) or demo: what a new directory becomes, and an old one must be.
ENV BOURSE_KIND=production \
    BOURSE_DATA=/var/lib/bourse \
    BOURSE_HOST=0.0.0.0 \
    BOURSE_PORT=8080 \
    BOURSE_OPERATOR_PORT=8081
# The operator's listener, on 8081, is on the container's loopback. A sandbox that is given
# BOURSE_OPERATOR_HOST and BOURSE_OPERATOR_TOKEN can be reached from outside.
EXPOSE 8080
STOPSIGNAL SIGTERM
# A start that replays a long log is alive and not ready; it may take this long before it counts.
HEALTHCHECK --interval=10s --timeout=5s --start-period=10m --retries=3 \
  CMD ["node", "/opt/bourse/dist/cli/bourse.js", "ready"]
# No init is needed: the server starts one child, waits for it, and answers SIGTERM itself. 0.0.0.0 is the
# container's own network, in which a demo may be reached; which ports leave it, the host decides.
ENTRYPOINT ["node", "--enable-source-maps", "/opt/bourse/dist/main.js", "--exposed-demo"]

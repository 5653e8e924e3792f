# syntax=docker/dockerfile:1
# Builds for amd64 and arm64, the platforms of the node-linux-* and sharp packages in package-lock.json.

FROM node:24-trixie-slim AS build
# hadolint ignore=DL3008
RUN apt-get update \
  && apt-get install --yes --no-install-recommends libatomic1 \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build
RUN npm prune --omit=dev

FROM debian:trixie-slim
# The Node.js of the packages needs both libraries.
# hadolint ignore=DL3008
RUN apt-get update \
  && apt-get install --yes --no-install-recommends libatomic1 libstdc++6 \
  && rm -rf /var/lib/apt/lists/* \
  && groupadd --gid 10001 studio \
  && useradd --uid 10001 --gid studio --home-dir /data --shell /usr/sbin/nologin studio \
  && install --directory --owner=studio --group=studio --mode=0700 /data
WORKDIR /app
COPY --from=build /app/package.json /app/package-lock.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/scripts ./scripts
COPY --from=build /app/content ./content
COPY --from=build /app/app ./app
COPY --from=build /app/build ./build
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER studio
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=5m --retries=3 \
  CMD ["node_modules/.bin/node", "scripts/health.mjs"]
ENTRYPOINT ["node_modules/.bin/node", "scripts/run.mjs"]
CMD ["serve"]

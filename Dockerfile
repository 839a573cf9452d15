# The steps of deploy/build: the client in a Node image, the packages in a Python image, and what runs in the last one.
FROM node:22.20.0-bookworm-slim AS client
WORKDIR /srv/camp
COPY frontend/package.json frontend/package-lock.json frontend/
RUN cd frontend && npm ci --omit=dev --ignore-scripts --no-fund --no-audit --loglevel error
COPY frontend frontend
COPY static static
COPY templates templates
RUN npm --prefix frontend run --silent build

FROM python:3.12.12-slim-bookworm AS packages
RUN python -m venv /srv/venv
COPY requirements.txt .
RUN /srv/venv/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements.txt \
 && /srv/venv/bin/pip uninstall --yes --quiet pip

FROM python:3.12.12-slim-bookworm
RUN useradd --system --home-dir /srv/camp camp \
 && install --directory --owner=camp /var/lib/camp /srv/static
WORKDIR /srv/camp
COPY --from=packages /srv/venv /srv/venv
COPY manage.py ./
COPY .ci .ci
COPY deploy deploy
COPY templates templates
COPY static static
COPY core core
COPY accounts accounts
COPY mail mail
COPY classes classes
COPY payments payments
COPY care care
COPY office office
COPY privacy privacy
COPY camp camp
COPY --from=client /srv/camp/static/build static/build
ENV PATH=/srv/venv/bin:$PATH PYTHON=python PYTHONUNBUFFERED=1 MEDIA_ROOT=/var/lib/camp/media
RUN deploy/collect
USER camp
VOLUME /var/lib/camp
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --start-period=60s CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8000/healthz', timeout=5)"]
CMD ["deploy/web"]

"""The image for containers, in the layout of the Open Container Initiative: two layers, Debian's
libraries and the program, a configuration and a manifest, each named by its digest."""
import datetime
import json
import shutil
import tarfile

import base
import common
import tree

USER = "10001:10001"
MEDIA = "application/vnd.oci.image."
CONFIGURATION = "/etc/fairmon/watch.toml"
# Nobody can mistake it for one of a registry.
NAME = f"localhost/fairmon:{common.VERSION}"
# For Docker before version 25, which looks for a list of its own.
DOCKER_LIST = "manifest.json"


def created():
    moment = datetime.datetime.fromtimestamp(common.moment(), datetime.timezone.utc)
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def stage(program, root):
    """The upper layer."""
    tree.add_program(program, root / "usr/bin/fairmon")
    common.write(root / CONFIGURATION[1:],
                 (common.ROOT / "packaging/image/watch.toml").read_bytes())
    common.write(root / "usr/share/doc/fairmon/copyright",
                 (common.ROOT / "packaging/debian/copyright").read_bytes())
    (root / common.STATE[1:]).mkdir(parents=True)
    tree.settle(root)


def owner(name):
    """Everything belongs to root, so that the program cannot change itself; its state does not."""
    return (10001, 10001) if "/" + name == common.STATE else (0, 0)


class Layout:
    """The folder with blobs that becomes the image."""

    def __init__(self, folder):
        self.folder = tree.fresh(folder)
        self.blobs = folder / "blobs/sha256"
        self.blobs.mkdir(parents=True)

    def add(self, path, kind):
        digest = common.sha256(path)
        size = path.stat().st_size
        path.rename(self.blobs / digest)
        return {"mediaType": MEDIA + kind, "digest": "sha256:" + digest, "size": size}

    def add_layer(self, root):
        packed = self.folder / "layer"
        inside = common.write_tar(root, packed, owner)
        return self.add(packed, "layer.v1.tar+gzip"), "sha256:" + inside

    def add_json(self, value, kind):
        path = self.folder / "json"
        common.write(path, json.dumps(value, sort_keys=True, separators=(",", ":")))
        return self.add(path, kind)


def configuration(diff_ids, steps):
    return {
        "architecture": common.architecture(), "os": "linux", "created": created(),
        "config": {
            "User": USER, "Entrypoint": ["/usr/bin/fairmon"], "Cmd": ["watch", CONFIGURATION],
            "Env": ["PATH=/usr/bin", "LANG=C.UTF-8"], "WorkingDir": common.STATE,
            "ExposedPorts": {"8787/tcp": {}}, "Volumes": {common.STATE: {}},
            "StopSignal": "SIGTERM",
            "Labels": {"org.opencontainers.image.title": "fairmon",
                       "org.opencontainers.image.version": common.VERSION,
                       "org.opencontainers.image.licenses": "Apache-2.0"}},
        "rootfs": {"type": "layers", "diff_ids": diff_ids},
        "history": [{"created": created(), "created_by": step} for step in steps]}


def write_layout(layout, layers):
    """Configuration, manifest and index; gives the digest of the manifest."""
    config = layout.add_json(
        configuration([inside for _, inside in layers],
                      ["packages of Debian 12", "fairmon " + common.VERSION]), "config.v1+json")
    manifest = layout.add_json(
        {"schemaVersion": 2, "mediaType": MEDIA + "manifest.v1+json", "config": config,
         "layers": [layer for layer, _ in layers]}, "manifest.v1+json")
    named = {**manifest, "annotations": {"org.opencontainers.image.ref.name": common.VERSION,
                                         "io.containerd.image.name": NAME},
             "platform": {"architecture": common.architecture(), "os": "linux"}}
    common.write(layout.folder / "index.json", json.dumps(
        {"schemaVersion": 2, "mediaType": MEDIA + "index.v1+json", "manifests": [named]},
        sort_keys=True))
    common.write(layout.folder / "oci-layout", '{"imageLayoutVersion":"1.0.0"}')

    def blob(facts):
        return "blobs/sha256/" + facts["digest"].removeprefix("sha256:")

    common.write(layout.folder / DOCKER_LIST, json.dumps(
        [{"Config": blob(config), "RepoTags": [NAME],
          "Layers": [blob(layer) for layer, _ in layers]}], sort_keys=True))
    return manifest["digest"]


def join(folder, target):
    """One file of the layout; its blobs are packed already."""
    with tarfile.open(target, "w", format=tarfile.GNU_FORMAT) as archive:
        for path in sorted(folder.rglob("*")):
            common.add_entry(archive, folder, path, lambda name: (0, 0), "")


def bill_of(archives):
    """The bill of materials of the program, and Debian's packages below it."""
    document = common.sbom.document()
    for name, version in base.versions(archives).items():
        purl = f"pkg:deb/debian/{name}@{version}?arch={common.architecture()}&distro=bookworm"
        document["components"].append({"type": "library", "name": name, "version": version,
                                       "scope": "required", "bom-ref": purl, "purl": purl})
    return json.dumps(document, indent=2) + "\n"


def make(program, cache, work, output):
    """Writes the image and its bill of materials into the folder; gives path and digest."""
    below, above = work / "image-base", work / "image-program"
    archives = base.make(cache, below)
    tree.fresh(above)
    stage(program, above)
    layout = Layout(work / "image-layout")
    digest = write_layout(layout, [layout.add_layer(below), layout.add_layer(above)])
    output.mkdir(parents=True, exist_ok=True)
    target = output / f"fairmon-{common.VERSION}-{common.architecture()}-image.tar"
    join(layout.folder, target)
    common.write(output / f"fairmon-{common.VERSION}-image.cdx.json", bill_of(archives))
    shutil.rmtree(layout.folder)
    return target, digest

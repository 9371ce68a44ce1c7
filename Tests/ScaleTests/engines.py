"""Starts Spark and Ray on this machine, and makes records in their executors."""

import os
import pathlib
import sys
from importlib import metadata

import pyarrow as pa

HERE = pathlib.Path(__file__).resolve().parent
PACKAGE = HERE.parent.parent / "integrations" / "spark"
for _folder in (HERE, PACKAGE):
    sys.path.insert(0, str(_folder))
MODULES = f"{HERE}:{PACKAGE}"
ROW = pa.schema([
    ("index", pa.int64()), ("path", pa.binary()), ("content", pa.binary()), ("role", pa.string()),
    ("record", pa.binary()), ("owner", pa.int64()),
])
COLUMNS = {"content": "content", "path": "path", "role": "role", "record": "record", "keys": ["index", "owner"]}


def batches(indices, seed, share, folder):
    """Yields batches of 200 rows, so that a batch rarely contains more than one large record."""
    import records

    for start in range(0, len(indices), 200):
        rows = [
            {"index": index, "owner": os.getppid(), **records.row(seed, index, share, folder)}
            for index in indices[start:start + 200]]
        yield pa.RecordBatch.from_pylist(rows, schema=ROW)


def spark_session(executors=2, cores=1):
    """Starts a local Spark cluster with a master and workers, each with one executor."""
    os.environ |= {
        "SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable, "PYTHONPATH": MODULES,
        "PYTHONWARNINGS": "ignore"}
    from pyspark.sql import SparkSession

    session = (
        SparkSession.builder.master(f"local-cluster[{executors},{cores},1024]").appName("stickerlint")
        .config("spark.ui.enabled", "false").config("spark.ui.showConsoleProgress", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.executorEnv.PYTHONPATH", MODULES).config("spark.sql.shuffle.partitions", "4")
        .config("spark.scheduler.minRegisteredResourcesRatio", "1.0")
        .config("spark.locality.wait", "0").config("spark.task.maxFailures", "2")
        .config("spark.log.level", "ERROR").getOrCreate())
    session.sparkContext.setLogLevel("ERROR")
    return session


def spark_records(session, count, seed, share, folder, parts=8):
    """Returns a DataFrame of records that the executors make."""
    from pyspark.sql.pandas.types import from_arrow_schema

    def make_records(ranges):
        for part in ranges:
            yield from batches(part.column("id").to_pylist(), seed, share, folder)

    return session.range(0, count, numPartitions=parts).mapInArrow(make_records, from_arrow_schema(ROW))


def ray_session():
    """Starts Ray on this machine once, with processors for two actors and for one task that reads and writes."""
    os.environ |= {"RAY_USAGE_STATS_ENABLED": "0", "PYTHONPATH": MODULES}
    import ray

    if ray.is_initialized():
        return
    ray.init(
        num_cpus=3, include_dashboard=False, object_store_memory=1 << 30, log_to_driver=False,
        logging_level="ERROR", configure_logging=False, runtime_env={"env_vars": {"PYTHONPATH": MODULES}})
    ray.data.DataContext.get_current().enable_progress_bars = False


def ray_records(count, seed, share, folder, parts=8):
    """Returns a Dataset of records that the workers make."""
    import ray

    def make_records(table):
        return pa.Table.from_batches(batches(table.column("id").to_pylist(), seed, share, folder), ROW)

    return ray.data.range(count, override_num_blocks=parts).map_batches(
        make_records, batch_format="pyarrow", batch_size=1000, num_cpus=0.1)


def versions():
    """Returns the versions of the packages that the tests use."""
    return ", ".join(f"{name} {metadata.version(name)}" for name in ("pyspark", "ray", "pandas", "pyarrow"))


def stop():
    """Shuts Ray down, which is started once for all tests."""
    if "ray" in sys.modules:
        sys.modules["ray"].shutdown()

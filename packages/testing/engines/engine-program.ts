/** A separate program for tests that kill it: starts an engine, writes rows and reports every acknowledged row. */
import * as clickhouseClient from '@playhead/clickhouse/client.ts'
import { startClickHouse } from '@playhead/clickhouse/launcher.ts'
import { sql as clickhouseSql } from '@playhead/clickhouse/sql.ts'
import * as postgresClient from '@playhead/postgres/client.ts'
import { startPostgres } from '@playhead/postgres/launcher.ts'
import { sql as postgresSql } from '@playhead/postgres/sql.ts'

const [engine, dataFolder = ''] = process.argv.slice(2)
const log = (line: string): void => console.error(line)

async function postgresWriter(): Promise<(id: number) => Promise<unknown>> {
  const database = postgresClient.connect(await startPostgres({ dataFolder, log }))
  await database.run(postgresSql`CREATE TABLE IF NOT EXISTS written (id bigint)`)
  return (id) => database.run(postgresSql`INSERT INTO written VALUES (${id})`)
}

async function clickhouseWriter(): Promise<(id: number) => Promise<unknown>> {
  const clickhouse = clickhouseClient.connect(await startClickHouse({ dataFolder, log }))
  await clickhouse.command(clickhouseSql`CREATE TABLE IF NOT EXISTS written (id UInt64)
    ENGINE = MergeTree ORDER BY id SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`)
  return (id) => clickhouse.insert('written', [{ id }])
}

const write = await (engine === 'postgres' ? postgresWriter() : clickhouseWriter())
for (let id = 1; ; id++) {
  await write(id)
  console.log(`acknowledged ${id}`)
}

import { writePrivately } from '@playhead/engine-kit/private-file.ts'
import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'

const gibibyte = 2 ** 30
export const clientUser = 'playhead'
/** Query parameters are in the URL: hundreds of page URLs exceed the default limit of one megabyte. */
const parametersBytes = 2 ** 24

export interface EngineCluster {
  name: string
  /** The secret that the nodes authenticate each other with. */
  secret: string
  nativePorts: readonly number[]
  /** Which of the ports belongs to this node. */
  own: number
}

/** Written at every start, so that a new version of the program applies its own settings. */
export const writeConfiguration = async (
  folder: string,
  password: string,
  cluster?: EngineCluster,
): Promise<void> => {
  await mkdir(join(folder, 'store'), { recursive: true, mode: 0o700 })
  const memoryBytes = Math.round(Math.min(Math.max(totalmem() * 0.4, gibibyte), 8 * gibibyte))
  await writePrivately(join(folder, 'users.xml'), users(password, memoryBytes))
  await writePrivately(
    join(folder, 'config.xml'),
    configuration(folder, password, memoryBytes, cluster),
  )
}

/**
 * The engine compares its memory with what the kernel says 20 times a second by default, all day (0107).
 *
 * The engine's internal session needs the user `default` without a password, and with it any local user could read
 * files through the engine. Therefore HTTP requests without the client's password match no handler.
 */
function configuration(
  folder: string,
  password: string,
  memoryBytes: number,
  cluster: EngineCluster | undefined,
): string {
  const credentials = Buffer.from(`${clientUser}:${password}`).toString('base64')
  return `<clickhouse>
  <users_config>${escape(join(folder, 'users.xml'))}</users_config>
  <tmp_path>${escape(join(folder, 'store/tmp/'))}</tmp_path>
  <max_server_memory_usage>${memoryBytes}</max_server_memory_usage>
  <mark_cache_size>${gibibyte / 4}</mark_cache_size>
  <uncompressed_cache_size>0</uncompressed_cache_size>
  <memory_worker_period_ms>500</memory_worker_period_ms>
  <max_concurrent_queries>100</max_concurrent_queries>
  <shutdown_wait_unfinished>1</shutdown_wait_unfinished>
  <http_handlers>
    <rule>
      <url>/ping</url>
      <handler><type>static</type><status>200</status><response_content>Ok.</response_content></handler>
    </rule>
    <rule>
      <headers><Authorization>Basic ${credentials}</Authorization></headers>
      <handler><type>dynamic_query_handler</type><query_param_name>query</query_param_name></handler>
    </rule>
  </http_handlers>${cluster ? remoteServers(cluster) : ''}
</clickhouse>
`
}

/** One shard per node. */
function remoteServers({ name, secret, nativePorts }: EngineCluster): string {
  const shards = nativePorts.map(
    (port) =>
      `<shard><internal_replication>true</internal_replication><replica><host>127.0.0.1</host><port>${port}</port></replica></shard>`,
  )
  return `
  <remote_servers><${name}><secret>${escape(secret)}</secret>${shards.join('')}</${name}></remote_servers>`
}

function users(password: string, memoryBytes: number): string {
  const passwordHash = createHash('sha256').update(password).digest('hex')
  return `<clickhouse>
  <profiles>
    <default>
      <max_memory_usage>${Math.round(memoryBytes / 2)}</max_memory_usage>
      <http_max_uri_size>${parametersBytes}</http_max_uri_size>
      <http_max_field_value_size>${parametersBytes}</http_max_field_value_size>
    </default>
  </profiles>
  <quotas><default/></quotas>
  <users>
    <default>
      <password/>
      <networks><ip>127.0.0.1</ip></networks>
      <profile>default</profile>
      <quota>default</quota>
      <grants>
        <query>GRANT SYSTEM LISTEN, FILE, CREATE TEMPORARY TABLE ON *.*</query>
      </grants>
    </default>
    <${clientUser}>
      <password_sha256_hex>${passwordHash}</password_sha256_hex>
      <networks><ip>127.0.0.1</ip></networks>
      <profile>default</profile>
      <quota>default</quota>
      <grants>
        <query>GRANT SELECT, INSERT, CREATE, ALTER, DROP, TRUNCATE, OPTIMIZE, SHOW, KILL QUERY, REMOTE ON *.*</query>
        <query>GRANT TABLE ENGINE ON *</query>
      </grants>
    </${clientUser}>
  </users>
</clickhouse>
`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

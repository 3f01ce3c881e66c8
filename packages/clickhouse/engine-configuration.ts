import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'

const gibibyte = 2 ** 30
export const clientUser = 'playhead'
/** Values of a query travel in its address: hundreds of page addresses are more than the megabyte that is usual. */
const parametersBytes = 2 ** 24

/** A random password that only the program's own user can read. */
export async function ensurePassword(folder: string): Promise<string> {
  const file = join(folder, 'password')
  const known = await readFile(file, 'utf8').catch(() => undefined)
  if (known !== undefined && known !== '') return known
  const password = randomBytes(24).toString('base64url')
  await writePrivately(file, password)
  return password
}

export interface EngineCluster {
  name: string
  /** What the nodes trust each other by. */
  secret: string
  nativePorts: readonly number[]
  /** Which of the ports is this engine's own. */
  own: number
}

/** Written at every start, so that a new version of the program brings its own settings. */
export async function writeConfiguration(
  folder: string,
  password: string,
  cluster?: EngineCluster,
): Promise<void> {
  await mkdir(join(folder, 'store'), { recursive: true, mode: 0o700 })
  const memoryBytes = Math.round(Math.min(Math.max(totalmem() * 0.4, gibibyte), 8 * gibibyte))
  await writePrivately(join(folder, 'users.xml'), users(password, memoryBytes))
  await writePrivately(
    join(folder, 'config.xml'),
    configuration(folder, password, memoryBytes, cluster),
  )
}

/**
 * The engine's own session needs the user `default` without a password, and with it anybody on the machine could read
 * files through the engine. So over HTTP only requests with the client's password find a handler at all.
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

/** One shard a node. */
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

async function writePrivately(file: string, text: string): Promise<void> {
  const unfinished = `${file}.new-${process.pid}`
  await writeFile(unfinished, text, { mode: 0o600, flush: true })
  await rename(unfinished, file)
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

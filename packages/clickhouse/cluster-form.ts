import { MigrationFailed } from '@playhead/engine-kit/migrations.ts'

/**
 * The tables of a cluster. Migrations are written for one server; on a cluster each node keeps its shard in
 * `<table>_local`, and `<table>` is the Distributed table over all of them, so that queries stay the same.
 */
export interface ClusterForm {
  /** The cluster name in `remote_servers`. */
  name: string
  /** With Keeper and more than one replica per shard; the macros {shard} and {replica} must be set on the servers. */
  isReplicated: boolean
}

export const localName = (table: string) => `${table}_local`

/** Tables that each node keeps for itself. */
const unsharded = new Set(['schema_migrations'])

const createTable =
  /^CREATE TABLE IF NOT EXISTS (\w+)\s*(\([^]*\))\s*ENGINE = (\w*MergeTree)(?:\(([^)]*)\))?([^]*)$/
const createView =
  /^CREATE MATERIALIZED VIEW IF NOT EXISTS (\w+) TO (\w+)\s+AS\s+(SELECT [^]*\sFROM )(\w+)([^]*)$/
const fillTable = /^INSERT INTO (\w+)\s+(SELECT [^]*\sFROM )(\w+)([^]*)$/
const drop = /^DROP (TABLE|VIEW) IF EXISTS (\w+)$/
const alterTable = /^ALTER TABLE (\w+) ((ADD|MODIFY|DROP|RENAME) COLUMN [^]*)$/
const alterLocalOnly =
  /^ALTER TABLE (\w+) ((?:MODIFY (?:TTL|SETTING)|(?:ADD|DROP|MATERIALIZE) (?:INDEX|PROJECTION)) [^]*)$/

export const inClusterForm = (statement: string, cluster: ClusterForm): string[] => {
  const table = createTable.exec(statement)
  if (table) return clusterTable(table, cluster, statement)
  const view = createView.exec(statement)
  if (view) {
    const [, name = '', target = '', select = '', source = '', rest = ''] = view
    return [
      `CREATE MATERIALIZED VIEW IF NOT EXISTS ${localName(name)} TO ${localName(target)} AS ${select}${localName(source)}${rest}`,
    ]
  }
  const fill = fillTable.exec(statement)
  if (fill) {
    const [, target = '', select = '', source = '', rest = ''] = fill
    return [`INSERT INTO ${localName(target)} ${select}${localName(source)}${rest}`]
  }
  const dropped = drop.exec(statement)
  if (dropped) {
    const [, kind = '', name = ''] = dropped
    // A materialized view writes on its own node only and has no Distributed table.
    return [...(kind === 'TABLE' ? [name] : []), localName(name)].map(
      (each) => `DROP ${kind} IF EXISTS ${each}`,
    )
  }
  const columns = alterTable.exec(statement)
  if (columns) {
    const [, name = '', change = ''] = columns
    const isLayoutOnly = /\b(CODEC|TTL)\b/.test(change) && change.startsWith('MODIFY')
    return [localName(name), ...(isLayoutOnly ? [] : [name])].map(
      (each) => `ALTER TABLE ${each} ${change}`,
    )
  }
  const layout = alterLocalOnly.exec(statement)
  if (layout) return [`ALTER TABLE ${localName(layout[1] ?? '')} ${layout[2]}`]
  throw new MigrationFailed(
    `A statement of the migrations has no form for clusters: ${statement.slice(0, 80)}`,
  )
}

function clusterTable(match: RegExpExecArray, cluster: ClusterForm, statement: string): string[] {
  const [, name = '', columns = '', engine = '', engineArguments = '', rest = ''] = match
  if (unsharded.has(name)) return [statement]
  const given = [
    ...(cluster.isReplicated
      ? [`'/clickhouse/tables/{shard}/{database}/{table}'`, `'{replica}'`]
      : []),
    ...(engineArguments.trim() === '' ? [] : [engineArguments]),
  ]
  const local = `${cluster.isReplicated ? 'Replicated' : ''}${engine}(${given.join(', ')})`
  return [
    `CREATE TABLE IF NOT EXISTS ${localName(name)} ${columns} ENGINE = ${local}${rest}`,
    `CREATE TABLE IF NOT EXISTS ${name} AS ${localName(name)} ENGINE = Distributed('${cluster.name}', currentDatabase(), '${localName(name)}', ${shardingKey(columns)})`,
  ]
}

/** All rows of a view are on one shard: only there can a newer row replace an older one. */
function shardingKey(columns: string): string {
  const has = (name: string) => new RegExp(`^\\s*${name}\\b`, 'm').test(columns)
  const by = ['view_id', 'environment_id', 'collector'].find(has) ?? 'environment_id'
  return `cityHash64(${by})`
}

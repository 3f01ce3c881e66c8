import type { z } from 'zod/mini'
import { runInQueue } from '@playhead/analytics/cache/query-cache.ts'
import { listConformance, type ConformanceCount } from '@playhead/collector/cmcd/conformance.sql.ts'
import { cmcdKeys, requiredByEvent, requiredKeys } from '@playhead/collector/cmcd/keys.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import type { CmcdKeyReport, CmcdPlayerReport } from '../contract.ts'

type PlayerReport = z.infer<typeof CmcdPlayerReport>
type KeyReport = z.infer<typeof CmcdKeyReport>

const formats: Readonly<Record<string, PlayerReport['streaming_formats'][number]>> = {
  d: 'dash',
  h: 'hls',
  s: 'smooth',
  o: 'other',
}
const required: ReadonlySet<string> = new Set([
  ...requiredKeys,
  ...[...requiredByEvent.values()].flat(),
])

export const readConformance = async ({ environment }: { environment: Environment }) => {
  const counts = await runInQueue(environment, undefined, () => listConformance(environment))
  const byPlayer = new Map<string, ConformanceCount[]>()
  for (const count of counts) {
    const key = JSON.stringify([count.player, count.player_version])
    byPlayer.set(key, [...(byPlayer.get(key) ?? []), count])
  }
  const data = [...byPlayer.values()].map(presentPlayer)
  return { data: data.sort((a, b) => b.report_count - a.report_count) }
}

function presentPlayer(counts: readonly ConformanceCount[]): PlayerReport {
  const [first] = counts
  const ofKind = (kind: ConformanceCount['kind']) => counts.filter((count) => count.kind === kind)
  const byKey = new Map(ofKind('key').map((count) => [count.name, count]))
  const others = [...byKey.keys()].filter((key) => !Object.hasOwn(cmcdKeys, key)).sort()
  return {
    player: first?.player || null,
    player_version: first?.player_version || null,
    streaming_formats: ofKind('format').flatMap(({ name }) => formats[name] ?? []),
    report_count: ofKind('total')[0]?.present ?? 0,
    events: ofKind('event')
      .map(({ name, present }) => ({ event: name, count: present }))
      .sort((a, b) => b.count - a.count || a.event.localeCompare(b.event)),
    keys: [...Object.keys(cmcdKeys), ...others].map((key) => presentKey(key, byKey.get(key))),
  }
}

/** One malformed report makes a key worth looking at, and so does one report that lacks a required key. */
function presentKey(key: string, count: ConformanceCount | undefined): KeyReport {
  const { present = 0, malformed = 0, missing = 0 } = count ?? {}
  const isKnown = Object.hasOwn(cmcdKeys, key)
  const isBroken =
    malformed > 0 ? 'malformed' : missing > 0 || present === 0 ? 'missing' : 'present'
  return {
    key,
    is_required: required.has(key),
    verdict: isKnown ? isBroken : 'unknown',
    present_count: present,
    malformed_count: malformed,
    missing_count: missing,
  }
}

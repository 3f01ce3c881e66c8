import { withoutControls } from '../beacon/without-controls.ts'
import { cmcdKeys, requiredByEvent, requiredKeys, type CmcdKey } from './keys.ts'
import type { CmcdReport } from './read-report.ts'

interface CmcdPlayer {
  name: string | null
  version: string | null
}

export interface KeyCount {
  present: number
  malformed: number
  /** Reports that must contain the key and do not. */
  missing: number
}

export interface PlayerConformance {
  player: CmcdPlayer
  reports: number
  events: Record<string, number>
  /** Reports by value of the key `sf`: d, h, s or o. */
  formats: Record<string, number>
  keys: Record<string, KeyCount>
}

interface NamedPlayer {
  player?: string | null | undefined
  playerVersion?: string | null | undefined
}

const nameMax = 64
const playersMax = 20
/** The keys of the standard and the same number of other keys. */
const keysMax = Object.keys(cmcdKeys).length * 2

/** The player comes from the URL or from a custom key of ours. */
export const playerOf = (report: CmcdReport, named: NamedPlayer): CmcdPlayer => {
  const custom = (key: string) => {
    const value = report.custom.get(key)
    return value === undefined ? null : String(value)
  }
  const cut = (text: string | null) =>
    text ? withoutControls(text.slice(0, nameMax)).toWellFormed() : null
  return {
    name: cut(named.player ?? custom('playhead-player-software-name')),
    version: cut(named.playerVersion ?? custom('playhead-player-software-version')),
  }
}

/** Counts for each player which keys of the standard its reports contain, lack or violate. */
export class Conformance {
  readonly #players = new Map<string, PlayerConformance>()

  note(player: CmcdPlayer, report: CmcdReport): void {
    const key = JSON.stringify(player)
    const counts = this.#players.get(key) ?? {
      player,
      reports: 0,
      events: {},
      formats: {},
      keys: {},
    }
    if (!this.#players.has(key)) {
      if (this.#players.size >= playersMax) return
      this.#players.set(key, counts)
    }
    counts.reports += 1
    const event = eventOf(report)
    counts.events[event] = (counts.events[event] ?? 0) + 1
    const format = report.texts.get('sf') ?? ''
    if (/^[dhso]$/.test(format)) counts.formats[format] = (counts.formats[format] ?? 0) + 1
    for (const name of report.present) bump(counts.keys, name, 'present')
    for (const name of report.malformed) bump(counts.keys, name, 'malformed')
    for (const name of missingKeys(report)) bump(counts.keys, name, 'missing')
  }

  players(): PlayerConformance[] {
    return [...this.#players.values()]
  }
}

function missingKeys(report: CmcdReport): CmcdKey[] {
  const byEvent = requiredByEvent.get(report.texts.get('e') ?? '') ?? []
  return [...requiredKeys, ...byEvent].filter((key) => !report.present.has(key))
}

function eventOf(report: CmcdReport): string {
  const event = report.texts.get('e') ?? ''
  return /^[a-z]{1,3}$/.test(event) ? event : '?'
}

function bump(keys: Record<string, KeyCount>, name: string, what: keyof KeyCount): void {
  const isNew = !Object.hasOwn(keys, name)
  if (isNew && Object.keys(keys).length >= keysMax) return
  const count = isNew ? { present: 0, malformed: 0, missing: 0 } : keys[name]
  if (!count) return
  count[what] += 1
  keys[name] = count
}

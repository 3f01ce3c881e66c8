import type { ParsedBeacon } from '../beacon/parse-beacon.ts'
import { withoutControls } from '../beacon/without-controls.ts'
import type { PlayerEvent } from '../player-event.ts'
import { Conformance, playerOf, type PlayerConformance } from './conformance.ts'
import { eventOfReport, stepOf } from './event-of-report.ts'
import { readReport, type CmcdReport } from './read-report.ts'
import { playerIdOf, sequenceOfTime, viewIdOf } from './view-ids.ts'

interface ParsedCmcd extends ParsedBeacon {
  /** Which keys of the standard the players of this body send, to be counted for the environment. */
  conformance: PlayerConformance[]
}

interface CmcdRequest {
  environmentKey: string
  /** `?player=hls.js&version=1.7.4` in the URL names the player: CMCD has no key for it. */
  player?: string | null | undefined
  playerVersion?: string | null | undefined
}

const reportsMax = 300
const lineMax = 16_384
const nameMax = 64
/** Sequence numbers of CMCD begin at 0, those of views at 1; the column holds 32 bits. */
const sequenceMax = 4_294_967_294
const latestTime = 8_640_000_000_000_000

/** Parses reports of the event mode of CTA-5004-B: one dictionary per line. Never throws. */
export const parseCmcdReport = (body: string, request: CmcdRequest): ParsedCmcd => {
  const lines = linesOf(body)
  const refused: ParsedCmcd['refused'] = []
  const refuse = (reason: ParsedCmcd['refused'][number]['reason'], count: number) => {
    if (count > 0) refused.push({ reason, count })
  }
  const read = lines.slice(0, reportsMax).map((line) => ({ line, report: readReport(line) }))
  const reports = read.flatMap(({ line, report }) => (report ? [{ line, report }] : []))
  const events = reports.flatMap(({ line, report }) => playerEvent(report, line, request) ?? [])
  const conformance = new Conformance()
  for (const { report } of reports) conformance.note(playerOf(report, request), report)
  refuse('unreadable', lines.length === 0 ? 1 : read.length - reports.length)
  refuse('invalid_event', reports.length - events.length)
  refuse('too_many_events', Math.max(0, lines.length - reportsMax))
  const newest = events.reduce((time, { viewerTime }) => Math.max(time, viewerTime), 0)
  return {
    transmittedAt: events.length > 0 ? newest : null,
    roundTripMs: 0,
    environmentKey: request.environmentKey,
    events,
    refused,
    conformance: conformance.players(),
  }
}

function linesOf(body: string): string[] {
  return body
    .split('\n')
    .map((line) => withoutControls(line.slice(0, lineMax)).trim())
    .filter((line) => line !== '')
}

function playerEvent(report: CmcdReport, line: string, request: CmcdRequest): PlayerEvent | null {
  const session = report.texts.get('sid')
  // Some clocks report fractions of a millisecond; the table takes integers.
  const time = Math.round(report.numbers.get('ts') ?? 0)
  if (session === undefined || session === '') return null
  if (time <= 0 || time > latestTime) return null
  const number = report.numbers.get('sn')
  const sequence =
    number !== undefined && Number.isInteger(number) && number >= 0 && number < sequenceMax
      ? number + 1
      : sequenceOfTime(time, line)
  const { environmentKey } = request
  const { name, fields } = eventOfReport(report)
  const player = playerOf(report, request)
  return {
    environmentKey,
    name,
    viewId: viewIdOf(environmentKey, session, report.texts.get('cid') ?? ''),
    playerInstanceId: playerIdOf(environmentKey, session),
    playerSequence: sequence,
    viewSequence: sequence,
    viewerTime: Math.min(time + toldAfterMs(report), latestTime),
    fields: {
      ...(player.name === null ? {} : { player_software_name: player.name.slice(0, nameMax) }),
      ...(player.version === null
        ? {}
        : { player_software_version: player.version.slice(0, nameMax) }),
      ...fields,
    },
  }
}

/** A response report carries the time of its request, but is sent after every event that happened during the request. */
const toldAfterMs = (report: CmcdReport): number =>
  report.texts.get('e') === 'rr' ? Math.round(stepOf(report, 'ttlb') ?? 0) : 0

import { z } from 'zod/mini'
import { del, endpoints, get, nothing, patch, post, put } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { dataOf, Page, pageOf } from '@playhead/contract-kit/paging.ts'
import { ref } from '@playhead/contract-kit/reference.ts'

export const silenceLimits = {
  perEnvironmentMax: 100,
  noteMax: 500,
  rulesMax: 200,
  /** As many values as an incident of a rule has: five filters, and two dimensions to group by. */
  matchesMax: 7,
  nameMax: 100,
  valueMax: 1_000,
  daysMax: 30,
} as const

export const silenceRepeats = ['daily', 'weekly'] as const

/** The value of a dimension as the breakdowns of incidents have it; the empty text is an unknown value. */
const Match = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(silenceLimits.nameMax)),
  value: z.string().check(z.maxLength(silenceLimits.valueMax)),
})

const note = z.string().check(z.trim(), z.maxLength(silenceLimits.noteMax))
const timeZone = z.nullable(z.string().check(z.minLength(1), z.maxLength(100)))
const repeats = z.nullable(z.enum(silenceRepeats))
const ruleIds = z.nullable(
  z.array(z.uuid()).check(z.minLength(1), z.maxLength(silenceLimits.rulesMax)),
)
const matches = z.array(Match).check(z.maxLength(silenceLimits.matchesMax))

const NewSilence = z.object({
  note: z._default(note, ''),
  starts_at: z.iso.datetime(),
  ends_at: z.iso.datetime(),
  /** The first time is from `starts_at` to `ends_at`; the clock of `time_zone` says when the others are. */
  repeats: z._default(repeats, null),
  /** Required for a silence that repeats, such as Europe/Berlin. */
  time_zone: z._default(timeZone, null),
  /** Null: the incidents of all rules. */
  rule_ids: z._default(ruleIds, null),
  /** An incident is meant when it has all of these. */
  matches: z._default(matches, []),
})

const SilenceChanges = z.object({
  note: z.optional(note),
  starts_at: z.optional(z.iso.datetime()),
  ends_at: z.optional(z.iso.datetime()),
  repeats: z.optional(repeats),
  time_zone: z.optional(timeZone),
  rule_ids: z.optional(ruleIds),
  matches: z.optional(matches),
})

export const Silence = z.object({
  id: z.uuid(),
  note: z.string(),
  starts_at: z.iso.datetime(),
  ends_at: z.iso.datetime(),
  repeats: z.nullable(z.enum(silenceRepeats)),
  time_zone: z.nullable(z.string()),
  rule_ids: z.nullable(z.array(z.uuid())),
  matches: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Whether it holds notifications back now. */
  is_active: z.boolean(),
  /** How many incidents opened in its time. */
  incidents: z.int(),
  created_by: z.nullable(z.string()),
  created_at: z.iso.datetime(),
})

const params = z.object({ id: ref('silence') })
const read = scoped('data:read')
const write = scoped('data:write', { admin: true })

export const silences = endpoints({
  listSilences: get('/ui/v1/silences', {
    access: read,
    summary: 'The silences of the environment, newest first',
    query: z.object(Page),
    returns: pageOf(Silence),
  }),
  createSilence: post('/ui/v1/silences', {
    access: write,
    summary: 'Silence notifications for up to 30 days; incidents are still recorded',
    body: z.object({ silence: NewSilence }),
    returns: dataOf(Silence),
    status: 201,
  }),
  retrieveSilence: get('/ui/v1/silences/:id', {
    access: read,
    summary: 'One silence',
    params,
    returns: dataOf(Silence),
  }),
  replaceSilence: put('/ui/v1/silences/:id', {
    access: write,
    summary: 'Replace a silence',
    params,
    body: z.object({ silence: NewSilence }),
    returns: dataOf(Silence),
  }),
  updateSilence: patch('/ui/v1/silences/:id', {
    access: write,
    summary: 'Change a silence; omitted fields stay unchanged',
    params,
    body: z.object({ silence: SilenceChanges }),
    returns: dataOf(Silence),
  }),
  removeSilence: del('/ui/v1/silences/:id', {
    access: write,
    summary: 'Delete a silence; held notifications of open incidents are sent',
    params,
    returns: nothing,
  }),
})

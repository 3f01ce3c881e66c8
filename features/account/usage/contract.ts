import { z } from 'zod/mini'
import { endpoints, get } from '@playhead/contract-kit/define.ts'
import { admin, anyone, scoped } from '@playhead/contract-kit/endpoint.ts'
import { dataOf, Page } from '@playhead/contract-kit/paging.ts'
import { ref } from '@playhead/contract-kit/reference.ts'
import { meterNames, sharingNames } from '@playhead/domain/usage.ts'
import { questionQuery, Timeframe } from '@playhead/question-contract/question-query.ts'
import { PriceLine } from './price-line.ts'

export const usageGroups = ['environment', 'meter', 'day', 'title', 'creator_id'] as const
export type UsageGroup = (typeof usageGroups)[number]
export const environmentUsageGroups = ['meter', 'day', 'title', 'creator_id'] as const

export const usageLimits = {
  /** Titles and creators; the last row is the rest. */
  defaultNames: 50,
  maxNames: 1000,
  reachDays: 3660,
  forecastDays: 28,
  /** Of the files of whole days. */
  exportDays: 400,
  exportSecondsMax: 604_800,
  /** Why a month differs: lines, and the environments whose titles are read for it. */
  reasons: 20,
  reasonEnvironments: 3,
  reasonTitles: 3,
} as const

/** What rows are of: a meter, or monthly costs of the server that are shared out. */
export const usageLines = [...meterNames, 'shared_costs'] as const
export type UsageLineName = (typeof usageLines)[number]

/** Such as 2026-11. */
const month = z.string().check(z.maxLength(20))

/** What one group used of one meter, or its part of the shared costs, which have no quantity. */
const UsageRow = z.object({
  /** Of the group: the id of an environment, a day, a title …; null for the rest of titles and creators. */
  key: z.nullable(z.string()),
  name: z.nullable(z.string()),
  /** Of an environment that was removed. */
  removed_at: z.nullable(z.iso.datetime()),
  meter: z.enum(usageLines),
  /** With group_by=meter only. */
  tier: z.nullable(z.string()),
  quality: z.nullable(z.string()),
  unit: z.string(),
  quantity: z.number(),
  /** Null while the meter has no price. */
  cost_cents: z.nullable(z.int()),
})

const MeterSum = z.object({
  meter: z.enum(meterNames),
  unit: z.string(),
  quantity: z.number(),
  cost_cents: z.nullable(z.int()),
})

const UsageSummary = z.object({
  month: z.string(),
  /** Whether the server writes invoices, on which a plan includes a part of this. */
  is_invoiced: z.boolean(),
  /** Null while no prices are entered. */
  currency: z.nullable(z.string()),
  prices: z.nullable(
    z.object({ version: z.int(), valid_from: z.iso.datetime(), lines: z.array(PriceLine) }),
  ),
  meters: z.array(MeterSum),
  /** What of the monthly costs of the server falls to this organization; part of `cost_cents`. */
  shared_costs: z.array(
    z.object({ name: z.string(), shared_by: z.enum(sharingNames), cost_cents: z.int() }),
  ),
  cost_cents: z.nullable(z.int()),
  /** Of the month before: until the same moment while this month runs, else all of it. */
  previous_cents: z.nullable(z.int()),
  /** Of the whole month, four times out of five; null without prices, two weeks of days, or days to come. */
  forecast: z.nullable(
    z.object({
      low_cents: z.int(),
      high_cents: z.int(),
      /** Of both: the shared costs of the whole month. */
      shared_cents: z.int(),
      /** The days that are left, with today's rest. */
      days: z.array(z.object({ day: z.string(), low_cents: z.int(), high_cents: z.int() })),
    }),
  ),
  /** Six months up to this one. */
  months: z.array(
    z.object({
      month: z.string(),
      delivered: z.number(),
      cost_cents: z.nullable(z.int()),
    }),
  ),
  /** The end of the last hour that is counted everywhere; null before the first one. */
  counted_until: z.nullable(z.iso.datetime()),
  /** Hours after it may still change. */
  closed_until: z.nullable(z.iso.datetime()),
})
export type UsageSummary = z.infer<typeof UsageSummary>

/** What changed in an environment and a meter against the month before, and its titles that changed most. */
const UsageReason = z.object({
  environment_id: z.string(),
  environment: z.string(),
  meter: z.enum(usageLines),
  difference_cents: z.int(),
  titles: z.array(z.object({ title: z.string(), difference_cents: z.int() })),
})

export const usageParts = ['video', 'data'] as const

const limit = z._default(
  z.int().check(z.minimum(1), z.maximum(usageLimits.maxNames)),
  usageLimits.defaultNames,
)

const UsageList = z.object({
  data: z.array(UsageRow),
  /** Titles or creators in the last row. */
  more: z.int(),
  timeframe: Timeframe,
  currency: z.nullable(z.string()),
})

export const usage = endpoints({
  list: get('/ui/v1/usage', {
    access: admin,
    summary:
      'What the organization used, by environment, meter, day, title or creator; this month so far by default',
    query: z.object({
      timeframe: questionQuery.timeframe,
      group_by: z._default(z.enum(usageGroups), 'environment'),
      /** Only of this environment. Every call may carry an `environment_id` of the page. */
      environment: z.optional(ref('environment')),
      limit,
    }),
    returns: UsageList,
    csv: 'usage.csv',
  }),
  listOfEnvironment: get('/system/v1/usage', {
    // Who may see money: a program that an admin gave a token, and admins.
    access: scoped('system:read', { admin: true }),
    summary:
      'What the environment used and what it costs, by meter, day, title or creator; this month so far by default',
    query: z.object({
      timeframe: questionQuery.timeframe,
      group_by: z._default(z.enum(environmentUsageGroups), 'meter'),
      limit,
    }),
    returns: UsageList,
    csv: 'usage.csv',
  }),
  summary: get('/ui/v1/usage/summary', {
    access: admin,
    summary: 'A month: what was used, what it costs by the prices of the operator, and a forecast',
    query: z.object({ month: z.optional(month) }),
    returns: dataOf(UsageSummary),
  }),
  listReasons: get('/ui/v1/usage/reasons', {
    access: admin,
    summary:
      'Why a month costs more or less than the one before: environments, meters and titles, the largest difference first; as much of both while the month runs',
    query: z.object({ month: z.optional(month) }),
    returns: dataOf(z.array(UsageReason)),
  }),
  ofEnvironment: get('/ui/v1/environments/:id/usage', {
    access: admin,
    summary: 'The video or the data that one environment used in a month; it may have been removed',
    params: z.object({ id: ref('environment') }),
    query: z.object({ part: z._default(z.enum(usageParts), 'video'), month: z.optional(month) }),
    returns: dataOf(z.array(MeterSum)),
  }),
  listExports: get('/system/v1/usage/exports', {
    access: scoped('system:read'),
    summary: 'The usage of the environment, one CSV for each whole day, newest first',
    query: z.object({
      ...Page,
      timeframe: questionQuery.timeframe,
      /** For how many seconds the addresses are valid. */
      download_url_ttl: z._default(
        z.int().check(z.minimum(1), z.maximum(usageLimits.exportSecondsMax)),
        3600,
      ),
    }),
    returns: z.object({
      data: z.array(
        z.object({
          date: z.string(),
          download_url: z.string(),
          download_url_expires_at: z.int(),
          file_size: z.nullable(z.int()),
        }),
      ),
      meta: z.object({ page: z.int(), limit: z.int(), pages: z.int(), total: z.int() }),
    }),
  }),
  downloadExport: get('/system/v1/usage/exports/:file', {
    access: anyone('The address is signed for one day of one environment, and expires.'),
    summary: 'The usage of one day, by a link from the list',
    params: z.object({ file: z.string() }),
    query: z.object({ token: z.string() }),
    returns: z.unknown(),
    file: 'text/csv; charset=utf-8',
  }),
})

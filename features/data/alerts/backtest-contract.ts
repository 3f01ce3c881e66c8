import { z } from 'zod/mini'

/**
 * `recorded`: what an equal rule saw, by the minute. `samples`: the last day, by the step of five seconds. `views`:
 * estimated from finished views, by the minute.
 */
export const backtestMethods = ['recorded', 'samples', 'views'] as const

const Suggestion = z.object({
  /** In the unit that is shown. */
  value: z.number(),
  fired: z.int(),
  seconds: z.int(),
})

/** Times are epoch seconds; metric values are in the unit that is shown. */
export const AlertBacktest = z.object({
  method: z.enum(backtestMethods),
  start_time: z.int(),
  end_time: z.int(),
  fired: z.int(),
  /** How long its incidents were open altogether. */
  seconds: z.int(),
  /** Oldest first; at most 500, the newest. */
  incidents: z.array(
    z.object({
      /** Values of the dimensions that the rule groups by, in their order; null is an unknown value. */
      group: z.array(z.nullable(z.string())),
      start: z.int(),
      /** Null while it goes on. */
      end: z.nullable(z.int()),
      /** The worst value; null when it opened without data. */
      peak: z.nullable(z.number()),
    }),
  ),
  /** The worst value of the windows that end in each part of the time, at most 1,500 parts. */
  points: z.array(
    z.object({
      /** Start of the part. */
      time: z.int(),
      /** Null: nothing is known, or nobody watched. */
      metric_value: z.nullable(z.number()),
    }),
  ),
  /** The share of the time of which something is known, from 0 to 1. */
  known_share: z.number(),
  /** How other values would have behaved, from the smallest on; at most 20. */
  suggestions: z.array(Suggestion),
})

/** Of the last 30 days; incidents count on the day they started. */
export const AlertRuleFigures = z.object({
  alert_rule_id: z.uuid(),
  incidents: z.int(),
  /** Of those that ended. */
  median_seconds: z.nullable(z.number()),
  /** Closed by the data within five minutes. */
  self_ended: z.int(),
  acknowledged: z.int(),
  /** Started from 22:00 to 06:00 in the time zone that was asked for. */
  at_night: z.int(),
  notifications_sent: z.int(),
  notifications_held: z.int(),
  incidents_per_week: z.number(),
  /** More than ten a week, and more than 70 % of them ended by themselves. */
  is_noisy: z.boolean(),
  /** For a noisy rule: the nearest value at which it would have fired at most twice a week. */
  proposal: z.nullable(Suggestion),
})

/** A named time zone, such as Europe/Berlin. */
export const timeZone = z.string().check(z.minLength(1), z.maxLength(100))

export const nightQuery = z.object({ time_zone: z._default(timeZone, 'UTC') })

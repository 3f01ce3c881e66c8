import { sql } from '@playhead/clickhouse/sql.ts'
import { uint } from '@playhead/clickhouse/typed-value.ts'
import { samplesOf } from '../monitoring/monitoring-dimension.sql.ts'
import { measured } from '../monitoring/monitoring-measure.sql.ts'
import type { Watched } from '../monitoring/monitoring-question.ts'
import { stepSeconds } from '../monitoring/steps.ts'
import { partsOfGroup } from './parts-of-group.sql.ts'
import { askSeenGroups, type SeenGroup, SeenGroupRow, type SeenQuestion } from './seen-group.sql.ts'

/** What a rule would have seen in samples, by the step. */
export const askSeenSamples = (
  environment: Watched,
  { metric, filters, groupBy, groupsMax, from, until, signal }: SeenQuestion,
): Promise<SeenGroup[]> =>
  askSeenGroups(
    environment,
    SeenGroupRow,
    sql`
    SELECT parts, groupArray(step) AS at, groupArray(o) AS over, groupArray(u) AS under,
      groupArray(v) AS viewers
    FROM (
      SELECT step, parts, over AS o, under AS u, viewers AS v
      FROM (
        SELECT toUnixTimestamp(sampled_at) AS step, ${partsOfGroup(groupBy)} AS parts, ${measured(metric)}
        ${samplesOf(environment, { first: from, last: until - stepSeconds }, filters)}
        GROUP BY sampled_at, parts))
    GROUP BY parts
    ORDER BY sum(v) DESC, parts
    LIMIT ${uint(groupsMax)}`,
    signal,
  )

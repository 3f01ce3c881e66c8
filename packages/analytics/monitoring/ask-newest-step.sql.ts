import { z } from 'zod'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql } from '@playhead/clickhouse/sql.ts'
import { uint } from '@playhead/clickhouse/typed-value.ts'
import { newestEndedStep, stepSeconds } from './steps.ts'
import { answerFrom } from '../answer.ts'

/** The collector needs this long at most to write down a step that ended. */
const writingSeconds = 2

const SeenRow = z.object({ seen: z.number() })

/**
 * The step whose samples are the newest ones to be whole. In the moment after a step ended, its samples may still be on
 * their way; until one of them is there, the step before it answers.
 */
export const askNewestStep = async (
  clickhouse: ClickHouse,
  environmentIds: readonly string[],
  now: Date,
): Promise<number> => {
  const ended = newestEndedStep(now)
  const secondsSinceEnd = now.getTime() / 1000 - (ended + stepSeconds)
  if (secondsSinceEnd >= writingSeconds || environmentIds.length === 0) return ended
  const [row] = await answerFrom(
    'samples',
    { clickhouse },
    SeenRow,
    sql`
    SELECT count() AS seen FROM samples
    WHERE environment_id IN (SELECT toUUID(arrayJoin(${environmentIds})))
      AND sampled_at = toDateTime(${uint(ended)}, 'UTC')`,
    undefined,
  )
  return row && row.seen > 0 ? ended : ended - stepSeconds
}

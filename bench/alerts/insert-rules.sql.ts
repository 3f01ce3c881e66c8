import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

/** Rules that differ in their filters; one in ten is grouped. None of them opens an incident. */
export const insertRules = (postgres: Database, environmentId: string, count: number) =>
  postgres.run(sql`
    insert into alert_rules (environment_id, metric, area, value, window_seconds, close_after_seconds,
      window_min_views, groups_max, on_no_data, severity, filters, group_by)
    select ${environmentId}, 'playback-failure-percentage', 'above', 90, 300, 120, 25, 20, 'keep', 'alert',
      jsonb_build_array(jsonb_build_object('dimension', 'region', 'value', 'region ' || number,
        'display_value', '', 'exclude', number % 2 = 0)),
      case when number % 10 = 0 then '{country}'::text[] else '{}' end
    from generate_series(1, ${count}::int) as number`)

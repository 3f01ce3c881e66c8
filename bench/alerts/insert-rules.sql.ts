import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

/** Filters of one dimension, of pairs of eight dimensions with values that the audience has, or the largest rules: five filters, two groupings, an hour. */
export type RuleKind = 'one dimension' | 'eight dimensions' | 'an hour, grouped by two'

const ofOneDimension = sql`jsonb_build_array(jsonb_build_object('dimension', 'region',
  'value', 'region ' || number, 'display_value', '', 'exclude', number % 2 = 0))`

const ofEightDimensions = sql`jsonb_build_array(
  (array[
    jsonb_build_object('dimension', 'cdn', 'value', (array['fastly', 'akamai', 'cloudfront'])[1 + number % 3]),
    jsonb_build_object('dimension', 'operating_system',
      'value', (array['Windows', 'iOS', 'Android', 'OS X', 'tvOS'])[1 + number % 5]),
    jsonb_build_object('dimension', 'player_name', 'value', 'player ' || number % 9),
    jsonb_build_object('dimension', 'stream_type', 'value', (array['live', 'on-demand'])[1 + number % 2])
  ])[1 + number % 4] || '{"display_value": "", "exclude": false}',
  (array[
    jsonb_build_object('dimension', 'country', 'value', chr(65 + number % 12) || chr(65 + number % 10)),
    jsonb_build_object('dimension', 'region', 'value', 'region ' || number),
    jsonb_build_object('dimension', 'sub_property_id', 'value', 'property ' || number % 5),
    jsonb_build_object('dimension', 'video_title', 'value', 'The title of video ' || number)
  ])[1 + number / 4 % 4] || jsonb_build_object('display_value', '', 'exclude', number % 2 = 0))`

const ofFiveDimensions = sql`(
  select jsonb_agg(jsonb_build_object('dimension', dimension, 'value', value, 'display_value', '', 'exclude', true))
  from (values ('region', 'region ' || number), ('player_name', 'player ' || number % 9),
    ('sub_property_id', 'property ' || number % 5), ('operating_system', 'tvOS'),
    ('video_title', 'The title of video ' || number)) as filter (dimension, value))`

const filtersOf = {
  'one dimension': ofOneDimension,
  'eight dimensions': ofEightDimensions,
  'an hour, grouped by two': ofFiveDimensions,
}

/** Rules that all watch something else; one in ten is grouped, or all of the largest kind. None of them opens an incident. */
export const insertRules = async (
  postgres: Database,
  environmentId: string,
  { count, kind }: { count: number; kind: RuleKind },
) => {
  const isLargest = kind === 'an hour, grouped by two'
  await postgres.run(sql`delete from alert_rules where environment_id = ${environmentId}`)
  await postgres.run(sql`
    insert into alert_rules (environment_id, metric, area, value, window_seconds, close_after_seconds,
      window_min_views, groups_max, on_no_data, severity, filters, group_by)
    select ${environmentId}, 'playback-failure-percentage', 'above', 90, ${isLargest ? 3600 : 300}::int, 120, 25, 20, 'keep', 'alert',
      ${filtersOf[kind]},
      case when ${isLargest}::boolean then '{country,cdn}'::text[]
        when number % 10 = 0 then '{country}'::text[] else '{}' end
    from generate_series(1, ${count}::int) as number`)
}

import { formatNumber } from '@playhead/domain/format.ts'
import { shownPerWire } from '@playhead/metrics/format.ts'
import type { MetricUnit } from '@playhead/metrics/metric.ts'
import { type MonitoringDimensionId, monitoringDimensions } from '@playhead/metrics/monitoring.ts'
import { unitOfMeasurement } from '@playhead/metrics/unit-of.ts'
import {
  type Fact,
  type Message,
  messageTime,
  messageTitle,
  oneLineOf,
} from '@playhead/server-kit/messages/message.ts'
import { causeCounts, expirySentences } from '@playhead/features/data/incidents/contract'
import type { Notice } from './notice.ts'

/** Nothing says that an expired incident is over. */
const messageKindOf = ({ kind, incident }: Notice): Message['kind'] =>
  kind === 'ended' && incident.status === 'expired' ? 'expired' : kind

/** `Open: Playback failures are above 5 % (Production)` */
const titleOf = (notice: Notice) =>
  messageTitle(messageKindOf(notice), notice.incident.description, notice.environment.name)

const namedMax = 10

/** `DE, AT and CH` */
const listed = (names: readonly string[]) => {
  const shown = names.slice(0, namedMax)
  const others = names.length - shown.length
  const all = others > 0 ? [...shown, `${others} more`] : shown
  return all.length === 1 ? all[0]! : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
}

const groupOf = ({ incident: { group_key: key } }: Notice) =>
  (JSON.parse(key) as (string | null)[]).map((value) => value ?? 'unknown').join(' / ')

/** Whether they are openings of groups of one rule. */
export const areOfOneRule = (notices: readonly Notice[]) => {
  const [first] = notices
  const name = first?.incident.rule?.display_name
  return (
    notices.length > 1 &&
    name !== undefined &&
    notices.every(
      ({ kind, incident }) =>
        kind === 'opened' && incident.group_key !== '' && incident.rule?.display_name === name,
    )
  )
}

/** Of a message about several incidents of a rule: `Open: Playback failures are above 5 %: DE, AT and CH (Production)` */
export const titleOfAll = (notices: readonly [Notice, ...Notice[]]) => {
  const [first] = notices
  if (!areOfOneRule(notices)) return titleOf(first)
  const groups = listed(notices.map(groupOf))
  return messageTitle(
    'opened',
    `${first.incident.rule!.display_name}: ${groups}`,
    first.environment.name,
  )
}

/** It begins with the sentence that also begins the screen of the incident. */
const sentenceOf = (notice: Notice) => {
  const { expired_by: by, impact, description } = notice.incident
  // An impact says what was so when it was last measured.
  const said = notice.kind === 'ended' && impact ? `While it was open: ${impact}` : impact
  const sentence = said || description
  const isExpired = messageKindOf(notice) === 'expired' && by !== null
  return isExpired ? `${sentence} ${expirySentences[by]}` : sentence
}

/** As the names of rules write values: 0.1, not 0.10. */
const number = (value: number) =>
  formatNumber(value, [0, 1].find((digits) => Number(value.toFixed(digits)) === value) ?? 2)

const suffixes: Partial<Record<MetricUnit, string>> = {
  percentage: '%',
  bits_per_second: ' Mbps',
  milliseconds: ' ms',
}

/** In the unit that the dashboard shows, such as percent instead of a share. */
const valueText = (measurement: string, value: number) => {
  const unit = unitOfMeasurement(measurement)
  return `${number(Number((value * shownPerWire[unit]).toFixed(2)))}${suffixes[unit] ?? ''}`
}

const dimensionTitle = (id: string) =>
  id in monitoringDimensions ? monitoringDimensions[id as MonitoringDimensionId].title : id

const percent = (share: number) => `${Math.round(share * 100)}%`

/** `Mostly: CDN fastly, 92% of failures and 21% of viewers` */
const causeFacts = ({ kind, incident: { causes, measurement } }: Notice): Fact[] =>
  kind === 'ended'
    ? []
    : causes.map(({ id, value, share, share_of_viewers: ofViewers }, index) => ({
        label: index === 0 ? 'Mostly' : 'Also',
        text: oneLineOf(
          `${dimensionTitle(id)} ${value}, ${percent(share)} of ${causeCounts[measurement] ?? 'it'} and ${percent(ofViewers)} of viewers`,
        ),
      }))

/** What a person who is called at night wants to know first. */
const factsOf = (notice: Notice): Fact[] => {
  const { kind, incident } = notice
  if (kind === 'test') return []
  const value =
    kind === 'ended'
      ? (incident.measured_value_on_close ?? incident.measured_value)
      : incident.measured_value
  const facts: (Fact | undefined)[] = [
    value === null ? undefined : { label: 'Value', text: valueText(incident.measurement, value) },
    { label: 'Threshold', text: valueText(incident.measurement, incident.threshold) },
    ...causeFacts(notice),
    { label: 'Since', text: messageTime(incident.started_at) },
    incident.resolved_at ? { label: 'Until', text: messageTime(incident.resolved_at) } : undefined,
    incident.ccv_on_start === null
      ? undefined
      : { label: 'Viewers', text: number(Math.round(incident.ccv_on_start)) },
    {
      label: 'Measured on',
      text: `${number(Math.round(incident.sample_size))} ${incident.sample_size_unit}`,
    },
    { label: 'Affected views', text: number(Math.round(incident.affected_views)) },
    ...incident.breakdowns.map(({ name, value: of }) => ({ label: name, text: oneLineOf(of) })),
    incident.error_description
      ? { label: 'Error', text: oneLineOf(incident.error_description) }
      : undefined,
  ]
  return facts.filter((fact) => fact !== undefined)
}

/** Objects in events have times in unix seconds. */
const epochSeconds = (date: Date) => Math.floor(date.getTime() / 1000)

const eventOf = (notice: Notice) => {
  const { id, kind, incident, environment, url } = notice
  const {
    started_at: startedAt,
    resolved_at: resolvedAt,
    group_key: _groupKey,
    rule: _rule,
    ...rest
  } = incident
  return {
    type: `data.incident.${kind}`,
    id,
    object: { type: 'incident', id: incident.id },
    environment,
    data: {
      ...rest,
      started_at: epochSeconds(startedAt),
      resolved_at: resolvedAt && epochSeconds(resolvedAt),
      title: titleOf(notice),
      sentence: sentenceOf(notice),
      url,
    },
  }
}

export const messageOf = (notice: Notice): Message => {
  const { incident, environment, url } = notice
  return {
    kind: messageKindOf(notice),
    severity: incident.severity,
    title: titleOf(notice),
    sentence: sentenceOf(notice),
    facts: factsOf(notice),
    url,
    dedupKey: `playhead-${incident.id}`,
    source: environment.name,
    component: incident.measurement,
    class: incident.type,
    startedAt: incident.started_at,
    event: eventOf(notice),
  }
}

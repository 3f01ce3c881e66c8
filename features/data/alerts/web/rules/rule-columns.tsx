import { formatNumber, unknownValue } from '@playhead/domain/format.ts'
import { Badge } from '@playhead/ui/badges/badge.tsx'
import { IconButton } from '@playhead/ui/buttons/icon-button.tsx'
import { MoreIcon } from '@playhead/ui/icons/icons.ts'
import { Link } from '@playhead/ui/navigation/link.tsx'
import type { Column } from '@playhead/ui/tables/data-table.tsx'
import { LazyMenu } from '@playhead/web-kit/chunks/lazy-popup.tsx'
import { stringifySearch } from '@playhead/web-kit/navigation/url-state.ts'
import { durationText } from '../incident-words.ts'
import { type Rule, scopeText } from '../rule-words.ts'
import type { RuleFigures } from './use-figures.ts'

export type RuleAction = 'on' | 'off' | 'silence' | 'delete'

export interface RuleColumnsInput {
  path: (below: string) => string
  figures: ReadonlyMap<string, RuleFigures>
  /** Undefined for those who may only read. */
  onAction: ((action: RuleAction, rule: Rule) => void) | undefined
  canSilence: boolean
}

const Name = ({ rule, href, isNoisy }: { rule: Rule; href: string; isNoisy: boolean }) => (
  <span className="grid justify-items-start gap-1">
    <span className="inline-flex flex-wrap items-center gap-2">
      <Link kind="plain" href={href} className="font-medium [overflow-wrap:anywhere]">
        {rule.displayName}
      </Link>
      {!rule.isEnabled && <Badge>Off</Badge>}
      {rule.severity === 'warning' && <Badge>Warning</Badge>}
      {isNoisy && <Badge tone="warn">Noisy</Badge>}
    </span>
    <span className="text-sm font-normal [overflow-wrap:anywhere] text-ink-2">
      {scopeText(rule)}
    </span>
  </span>
)

const Fired = ({ figures, href }: { figures: RuleFigures | undefined; href: string }) => {
  if (!figures) return unknownValue
  const { incidents, medianSeconds } = figures
  return (
    <span className="grid justify-items-end">
      {incidents === 0 ? '0' : <Link href={href}>{formatNumber(incidents)}</Link>}
      <span className="text-sm whitespace-nowrap text-ink-3">
        {medianSeconds === null ? '' : `median ${durationText(medianSeconds * 1_000)}`}
      </span>
    </span>
  )
}

const actionsColumn = ({
  path,
  onAction,
  canSilence,
}: RuleColumnsInput & { onAction: NonNullable<RuleColumnsInput['onAction']> }): Column<Rule> => ({
  id: 'actions',
  title: 'Actions',
  isTitleHidden: true,
  align: 'end',
  width: 50,
  render: (rule) => (
    <LazyMenu
      label={`Actions for ${rule.displayName}`}
      placement="bottom end"
      trigger={
        <IconButton size="sm" icon={<MoreIcon />} label={`Actions for ${rule.displayName}`} />
      }
      items={[
        { id: 'edit', label: 'Edit', href: path(`alerts/rules/${rule.id}`) },
        { id: 'copy', label: 'Duplicate', href: path(`alerts/rules/new?copy=${rule.id}`) },
        rule.isEnabled
          ? { id: 'off', label: 'Switch off', onSelect: () => onAction('off', rule) }
          : { id: 'on', label: 'Switch on', onSelect: () => onAction('on', rule) },
        ...(canSilence
          ? [{ id: 'silence', label: 'Silence…', onSelect: () => onAction('silence', rule) }]
          : []),
        {
          id: 'delete',
          label: 'Delete',
          isDanger: true,
          onSelect: () => onAction('delete', rule),
        },
      ]}
    />
  ),
})

const shareText = (part: number, whole: number) =>
  whole === 0 ? unknownValue : `${formatNumber(part)} of ${formatNumber(whole)}`

const figureColumn = (
  { figures }: RuleColumnsInput,
  given: { id: string; title: string; width: number },
  text: (figures: RuleFigures) => string,
): Column<Rule> => ({
  ...given,
  align: 'end',
  render: ({ id }) => {
    const found = figures.get(id)
    return <span className="whitespace-nowrap">{found ? text(found) : unknownValue}</span>
  },
})

export const ruleColumns = (input: RuleColumnsInput): Column<Rule>[] => {
  const { path, figures, onAction } = input
  return [
    {
      id: 'rule',
      title: 'Rule',
      isMain: true,
      render: (rule) => (
        <Name
          rule={rule}
          href={path(`alerts/rules/${rule.id}`)}
          isNoisy={figures.get(rule.id)?.isNoisy ?? false}
        />
      ),
    },
    {
      id: 'fired',
      title: 'Incidents',
      align: 'end',
      width: 120,
      render: ({ id }) => (
        <Fired
          figures={figures.get(id)}
          href={path('alerts/incidents') + stringifySearch({ status: 'all', rule: id })}
        />
      ),
    },
    figureColumn(input, { id: 'self', title: 'Self-ended', width: 110 }, (one) =>
      shareText(one.selfEnded, one.incidents),
    ),
    figureColumn(input, { id: 'acknowledged', title: 'Acknowledged', width: 130 }, (one) =>
      shareText(one.acknowledged, one.incidents),
    ),
    figureColumn(input, { id: 'night', title: 'At night', width: 100 }, (one) =>
      shareText(one.atNight, one.incidents),
    ),
    figureColumn(input, { id: 'sent', title: 'Sent', width: 80 }, (one) =>
      formatNumber(one.notificationsSent),
    ),
    ...(onAction ? [actionsColumn({ ...input, onAction })] : []),
  ]
}

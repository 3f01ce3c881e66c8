import { formatFullDate, formatNumber, unknownValue } from '@playhead/domain/format.ts'
import { Badge } from '@playhead/ui/badges/badge.tsx'
import { IconButton } from '@playhead/ui/buttons/icon-button.tsx'
import { MoreIcon } from '@playhead/ui/icons/icons.ts'
import type { Column } from '@playhead/ui/tables/data-table.tsx'
import { LazyMenu } from '@playhead/web-kit/chunks/lazy-popup.tsx'
import {
  meantText,
  scheduleText,
  silenceName,
  stateLabel,
  stateOf,
  stateTone,
} from './silence-words.ts'
import type { Silence } from './use-silences.ts'

export type SilenceAction = 'edit' | 'end' | 'delete'

interface SilenceColumnsInput {
  nowMs: number
  nameOfRule: ReadonlyMap<string, string> | undefined
  /** Undefined for those who may only read. */
  onAction: ((action: SilenceAction, silence: Silence) => void) | undefined
}

const actionsColumn = (
  onAction: NonNullable<SilenceColumnsInput['onAction']>,
): Column<Silence> => ({
  id: 'actions',
  title: 'Actions',
  isTitleHidden: true,
  align: 'end',
  width: 50,
  render: (silence) => {
    const label = `Actions for ${silenceName(silence)}`
    const item = (id: SilenceAction, text: string) => ({
      id,
      label: text,
      onSelect: () => onAction(id, silence),
    })
    return (
      <LazyMenu
        label={label}
        placement="bottom end"
        trigger={<IconButton size="sm" icon={<MoreIcon />} label={label} />}
        items={[
          item('edit', 'Edit'),
          ...(silence.isActive && silence.repeats === null ? [item('end', 'End now')] : []),
          { ...item('delete', 'Delete'), isDanger: true },
        ]}
      />
    )
  },
})

export const silenceColumns = ({
  nowMs,
  nameOfRule,
  onAction,
}: SilenceColumnsInput): Column<Silence>[] => [
  {
    id: 'silence',
    title: 'Silence',
    isMain: true,
    render: (silence) => {
      const state = stateOf(silence, nowMs)
      return (
        <span className="grid justify-items-start gap-1">
          <span className="inline-flex flex-wrap items-center gap-2">
            <span className="font-medium break-words">{silenceName(silence)}</span>
            <Badge tone={stateTone[state]}>{stateLabel[state]}</Badge>
          </span>
          <span className="text-sm font-normal break-words text-ink-2">
            {meantText(silence, nameOfRule)}
          </span>
        </span>
      )
    },
  },
  {
    id: 'when',
    title: 'When',
    width: 260,
    render: (silence) => <span className="break-words">{scheduleText(silence)}</span>,
  },
  {
    id: 'held',
    title: 'Held back',
    align: 'end',
    width: 110,
    render: ({ incidents }) =>
      `${formatNumber(incidents)} ${incidents === 1 ? 'incident' : 'incidents'}`,
  },
  {
    id: 'by',
    title: 'Made by',
    width: 260,
    render: ({ createdBy, createdAt }) => (
      <span className="break-words" title={formatFullDate(createdAt)}>
        {createdBy ?? unknownValue}
      </span>
    ),
  },
  ...(onAction ? [actionsColumn(onAction)] : []),
]

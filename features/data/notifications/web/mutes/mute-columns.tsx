import { formatFullDate, unknownValue } from '@playhead/domain/format.ts'
import { Badge } from '@playhead/ui/badges/badge.tsx'
import { IconButton } from '@playhead/ui/buttons/icon-button.tsx'
import { MoreIcon } from '@playhead/ui/icons/icons.ts'
import type { Column } from '@playhead/ui/tables/data-table.tsx'
import { LazyMenu } from '@playhead/web-kit/chunks/lazy-popup.tsx'
import { valueText } from '../value-text.ts'
import type { Mute } from './use-mutes.ts'

export type MuteAction = 'mute' | 'unmute' | 'delete'

/** `CDN is Fastly; Country is Germany` */
export const mutedText = ({ rules }: Pick<Mute, 'rules'>) => rules.map(valueText).join('; ')

export const muteColumns = (onAction: (action: MuteAction, mute: Mute) => void): Column<Mute>[] => [
  {
    id: 'values',
    title: 'Incidents where',
    isMain: true,
    render: (mute) => (
      <span className="inline-flex flex-wrap items-center gap-2">
        <span className="font-medium break-words">{mutedText(mute)}</span>
        {mute.action === 'reject' ? (
          <Badge tone="warn">Silenced</Badge>
        ) : (
          <Badge>Not silenced</Badge>
        )}
      </span>
    ),
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
  {
    id: 'actions',
    title: 'Actions',
    isTitleHidden: true,
    align: 'end',
    width: 50,
    render: (mute) => {
      const label = `Actions for ${mutedText(mute)}`
      const isMuted = mute.action === 'reject'
      return (
        <LazyMenu
          label={label}
          placement="bottom end"
          trigger={<IconButton size="sm" icon={<MoreIcon />} label={label} />}
          items={[
            isMuted
              ? { id: 'unmute', label: 'Unsilence', onSelect: () => onAction('unmute', mute) }
              : { id: 'mute', label: 'Silence', onSelect: () => onAction('mute', mute) },
            {
              id: 'delete',
              label: 'Delete',
              isDanger: true,
              onSelect: () => onAction('delete', mute),
            },
          ]}
        />
      )
    },
  },
]

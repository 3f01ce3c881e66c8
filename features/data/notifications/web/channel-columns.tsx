import { Badge } from '@playhead/ui/badges/badge.tsx'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { IconButton } from '@playhead/ui/buttons/icon-button.tsx'
import { MoreIcon } from '@playhead/ui/icons/icons.ts'
import type { Column } from '@playhead/ui/tables/data-table.tsx'
import { LazyMenu } from '@playhead/web-kit/chunks/lazy-popup.tsx'
import { alertTypeTexts, channelName, lastAnswer, serviceTexts } from './channel-texts.ts'
import type { ChannelEntry } from './use-channels.ts'

export type ChannelAction = 'edit' | 'test' | 'secret' | 'on' | 'off' | 'delete'

type OnAction = (action: ChannelAction, channel: ChannelEntry) => void

const LastAnswer = ({ channel }: { channel: ChannelEntry }) => {
  const { label, tone, text } = lastAnswer(channel)
  return (
    <span className="grid justify-items-start gap-1 max-[630px]:justify-items-end">
      <Badge tone={tone}>{label}</Badge>
      <span className="text-sm [overflow-wrap:anywhere] text-ink-3">{text}</span>
    </span>
  )
}

const itemsOf = (channel: ChannelEntry, onAction: OnAction) => {
  const item = (id: ChannelAction, label: string) => ({
    id,
    label,
    onSelect: () => onAction(id, channel),
  })
  return [
    item('edit', 'Edit'),
    ...(channel.service === 'webhook' ? [item('secret', 'Rotate signing secret')] : []),
    channel.enabled ? item('off', 'Switch off') : item('on', 'Switch on'),
    { ...item('delete', 'Delete'), isDanger: true },
  ]
}

const testColumn = (onAction: OnAction): Column<ChannelEntry> => ({
  id: 'test',
  title: 'Test',
  isTitleHidden: true,
  align: 'end',
  width: 110,
  render: (channel) => (
    <Button
      size="sm"
      kind="ghost"
      aria-label={`Send test to ${channelName(channel)}`}
      onClick={() => onAction('test', channel)}
    >
      Send test
    </Button>
  ),
})

const actionsColumn = (onAction: OnAction): Column<ChannelEntry> => ({
  id: 'actions',
  title: 'Actions',
  isTitleHidden: true,
  align: 'end',
  width: 50,
  render: (channel) => (
    <LazyMenu
      label={`Actions for ${channelName(channel)}`}
      placement="bottom end"
      trigger={
        <IconButton size="sm" icon={<MoreIcon />} label={`Actions for ${channelName(channel)}`} />
      }
      items={itemsOf(channel, onAction)}
    />
  ),
})

/** ALRT-029. Without `onAction` for those who may only read. */
export const channelColumns = (onAction: OnAction | undefined): Column<ChannelEntry>[] => [
  {
    id: 'channel',
    title: 'Channel',
    isMain: true,
    render: (channel) => (
      <span className="inline-flex flex-wrap items-center gap-2">
        <Badge>{serviceTexts[channel.service].label}</Badge>
        <span className="wrap-anywhere">{channelName(channel)}</span>
      </span>
    ),
  },
  {
    id: 'types',
    title: 'Alert types',
    width: 170,
    render: ({ alertTypes }) =>
      (['threshold', 'anomaly'] as const)
        .filter((type) => alertTypes.includes(type))
        .map((type) => alertTypeTexts[type])
        .join(', '),
  },
  {
    id: 'answer',
    title: 'Last answer',
    render: (channel) => <LastAnswer channel={channel} />,
  },
  ...(onAction ? [testColumn(onAction), actionsColumn(onAction)] : []),
]

import { formatDay } from '@playhead/domain/format.ts'
import type { Column } from '@playhead/ui/tables/data-table.tsx'
import { IconButton } from '@playhead/ui/buttons/icon-button.tsx'
import { MoreIcon } from '@playhead/ui/icons/icons.ts'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { Switch } from '@playhead/ui/choices/switch.tsx'
import { LazyMenu } from '@playhead/web-kit/chunks/lazy-popup.tsx'
import type { WebhookEntry } from './use-webhook-list.ts'

export type WebhookAction = 'edit' | 'delete'

interface ColumnOptions {
  environmentName: string
  hrefOf: (webhook: WebhookEntry) => string
  onToggle: (webhook: WebhookEntry, isEnabled: boolean) => void
  onAction: (action: WebhookAction, webhook: WebhookEntry) => void
}

/** ACCT-073 */
export const webhookColumns = ({
  environmentName,
  hrefOf,
  onToggle,
  onAction,
}: ColumnOptions): Column<WebhookEntry>[] => [
  {
    id: 'url',
    title: 'URL',
    isMain: true,
    render: (webhook) => (
      <Link href={hrefOf(webhook)} className="break-all">
        {webhook.address}
      </Link>
    ),
  },
  { id: 'environment', title: 'Environment', render: () => environmentName },
  {
    id: 'created',
    title: 'Created',
    render: ({ createdAt }) => (
      <span className="whitespace-nowrap tabular-nums">{formatDay(createdAt)}</span>
    ),
  },
  {
    id: 'enabled',
    title: 'Enabled',
    width: 90,
    render: (webhook) => (
      <span className="inline-flex align-middle">
        <Switch
          isLabelHidden
          isOn={webhook.enabled}
          onChange={(isOn) => onToggle(webhook, isOn)}
        >{`Send events to ${webhook.address}`}</Switch>
      </span>
    ),
  },
  {
    id: 'actions',
    title: 'Actions',
    isTitleHidden: true,
    align: 'end',
    width: 50,
    render: (webhook) => (
      <LazyMenu
        label={`Actions for ${webhook.address}`}
        placement="bottom end"
        trigger={
          <IconButton size="sm" icon={<MoreIcon />} label={`Actions for ${webhook.address}`} />
        }
        items={[
          { id: 'deliveries', label: 'Deliveries', href: hrefOf(webhook) },
          { id: 'edit', label: 'Edit', onSelect: () => onAction('edit', webhook) },
          {
            id: 'delete',
            label: 'Delete',
            isDanger: true,
            onSelect: () => onAction('delete', webhook),
          },
        ]}
      />
    ),
  },
]

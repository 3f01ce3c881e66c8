import { useState } from 'react'
import { DataTable } from '@playhead/ui/tables/data-table.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { openRow } from '@playhead/ui/tables/open-row.ts'
import { Pagination } from '@playhead/ui/tables/pagination.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { useLocation } from '@playhead/web-kit/navigation/navigation.ts'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { webhooks as endpoints } from '../contract.ts'
import { webhookPageSize, type useWebhookList, type WebhookEntry } from './use-webhook-list.ts'
import { webhookColumns, type WebhookAction } from './webhook-columns.tsx'

const EditWebhookDialog = lazyDialog('EditWebhookDialog', () => import('./edit-webhook-dialog.tsx'))
const DeleteWebhookDialog = lazyDialog(
  'DeleteWebhookDialog',
  () => import('./delete-webhook-dialog.tsx'),
)

interface WebhooksTableProps {
  webhooks: ReturnType<typeof useWebhookList>
  environmentName: string
}

const useToggleWebhook = () => {
  const update = useCall(endpoints.update, { invalidates: [endpoints.list] })
  const { isPending, variables } = update
  return {
    /** Shows the chosen state until the server has answered. */
    shown: (webhook: WebhookEntry): WebhookEntry =>
      isPending && variables?.params.id === webhook.id
        ? { ...webhook, enabled: variables.body?.enabled ?? webhook.enabled }
        : webhook,
    toggle: ({ id }: WebhookEntry, enabled: boolean) =>
      update.mutate(
        { params: { id }, body: { enabled } },
        {
          onSuccess: () =>
            toasts.show({
              type: 'success',
              title: enabled ? 'Webhook enabled' : 'Webhook disabled',
            }),
        },
      ),
  }
}

export const WebhooksTable = ({ webhooks, environmentName }: WebhooksTableProps) => {
  const { list, page, hrefFor } = webhooks
  const { href } = useLocation()
  const { shown, toggle } = useToggleWebhook()
  const [open, setOpen] = useState<{ action: WebhookAction; webhook: WebhookEntry }>()
  const hrefOf = ({ id }: WebhookEntry) => {
    const url = new URL(href, 'http://localhost')
    url.searchParams.set('webhook', id)
    return url.pathname + url.search
  }
  const dialog = open && { webhook: open.webhook, onClose: () => setOpen(undefined) }
  const totalCount = list.data?.totalRowCount ?? 0
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the keyboard uses the links in the rows */}
      <div onClick={openRow}>
        <DataTable
          label="Webhooks"
          columns={webhookColumns({
            environmentName,
            hrefOf,
            onToggle: toggle,
            onAction: (action, webhook) => setOpen({ action, webhook }),
          })}
          rows={list.data?.data.map(shown)}
          rowKey={({ id }) => id}
          skeletonRows={3}
          failure={
            list.isLoadingError
              ? { message: list.error.message, onRetry: () => void list.refetch() }
              : undefined
          }
          empty={
            <EmptyState title="No webhooks yet">
              Create one to notify your server when an asset is ready, an upload ends, or anything
              else happens in {environmentName}.
            </EmptyState>
          }
          footer={
            totalCount > webhookPageSize && (
              <Pagination
                page={page}
                pageSize={webhookPageSize}
                totalCount={totalCount}
                hrefFor={hrefFor}
                label="Pages of webhooks"
              />
            )
          }
        />
      </div>
      {dialog && open.action === 'edit' && <EditWebhookDialog {...dialog} />}
      {dialog && open.action === 'delete' && <DeleteWebhookDialog {...dialog} />}
    </>
  )
}

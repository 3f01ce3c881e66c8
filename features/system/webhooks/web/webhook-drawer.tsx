import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { formatDay } from '@playhead/domain/format.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { DescriptionList } from '@playhead/ui/layout/description-list.tsx'
import { Badge } from '@playhead/ui/badges/badge.tsx'
import { Drawer } from '@playhead/ui/overlays/drawer.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { SegmentedControl } from '@playhead/ui/choices/segmented-control.tsx'
import { SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { query, useCall } from '@playhead/web-kit/queries/query.ts'
import { deliveryStatuses, webhooks } from '../contract.ts'
import { DeliveryList } from './delivery-list.tsx'
import { statusTexts } from './delivery-texts.ts'
import { useOpenWebhook } from './open-webhook.ts'

const all = 'all'

const statusOptions = [
  { value: all, label: 'All' },
  ...deliveryStatuses.map((value) => ({ value, label: statusTexts[value].label })),
]

interface WebhookDrawerProps {
  id: string
  onClose: () => void
}

/** The deliveries of one webhook. */
export const WebhookDrawer = ({ id, onClose }: WebhookDrawerProps) => {
  const { status, setStatus } = useOpenWebhook()
  const webhook = useQuery({
    ...query(webhooks.retrieve, { params: { id } }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const test = useCall(webhooks.sendTest, { invalidates: [webhooks.listDeliveries] })
  const found = webhook.data?.data
  return (
    <Drawer isOpen onClose={onClose} title="Webhook" description={found?.address} width={720}>
      {webhook.isLoadingError ? (
        <FailedState message={webhook.error.message} onRetry={() => void webhook.refetch()} />
      ) : !found ? (
        <SkeletonLines count={4} />
      ) : (
        <Stack gap={4}>
          <div className="flex flex-wrap items-start justify-between gap-3">
            <DescriptionList
              items={[
                {
                  term: 'State',
                  detail: (
                    <Badge tone={found.enabled ? 'good' : 'neutral'}>
                      {found.enabled ? 'Enabled' : 'Disabled'}
                    </Badge>
                  ),
                },
                { term: 'Created', detail: formatDay(found.createdAt) },
              ]}
            />
            <Button
              disabled={!found.enabled}
              isLoading={test.isPending}
              onClick={() =>
                test.mutate(
                  { params: { id } },
                  { onSuccess: () => toasts.show({ type: 'success', title: 'Test event sent' }) },
                )
              }
            >
              Send test event
            </Button>
          </div>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <h3 className="font-semibold">Deliveries</h3>
            <SegmentedControl
              label="Which deliveries"
              value={status ?? all}
              onChange={(value) => setStatus(deliveryStatuses.find((one) => one === value))}
              options={statusOptions}
            />
          </div>
          <DeliveryList webhookId={id} isEnabled={found.enabled} />
        </Stack>
      )}
    </Drawer>
  )
}

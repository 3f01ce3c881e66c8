import { useSearchValue, useSetSearch } from '@playhead/web-kit/navigation/navigation.ts'
import { type DeliveryStatus, deliveryStatuses } from '../contract.ts'

const isStatus = (text: string | undefined): text is DeliveryStatus =>
  deliveryStatuses.some((status) => status === text)

/** Which webhook is open, and how its deliveries are filtered; all of it is in the address. */
export const useOpenWebhook = () => {
  const setSearch = useSetSearch()
  const text = useSearchValue('status')
  return {
    id: useSearchValue('webhook'),
    eventId: useSearchValue('event'),
    status: isStatus(text) ? text : undefined,
    open: (webhook: string) => setSearch({ webhook }),
    close: () =>
      setSearch({
        webhook: undefined,
        event: undefined,
        status: undefined,
        deliveries_page: undefined,
      }),
    setEvent: (event: string | undefined) => setSearch({ event }, { replace: true }),
    setStatus: (status: DeliveryStatus | undefined) =>
      setSearch({ status, event: undefined, deliveries_page: undefined }),
  }
}

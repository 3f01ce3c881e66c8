import { Card } from '@playhead/ui/layout/card.tsx'
import { type Column, DataTable } from '@playhead/ui/tables/data-table.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { Pagination } from '@playhead/ui/tables/pagination.tsx'
import { Time } from '@playhead/web-kit/times/time.tsx'
import { MailDrawer } from './mail-drawer.tsx'
import { mailPageSize, type OutboxMail, useOutbox } from './use-outbox.ts'

const columnsFor = (open: (mail: OutboxMail) => void): Column<OutboxMail>[] => [
  {
    id: 'subject',
    title: 'Subject',
    isMain: true,
    render: (mail) => (
      <button type="button" className="ph-link" data-kind="text" onClick={() => open(mail)}>
        {mail.subject}
      </button>
    ),
  },
  { id: 'to', title: 'To', render: ({ to }) => to },
  {
    id: 'sent',
    title: 'Sent',
    align: 'end',
    render: ({ createdAt }) => <Time at={createdAt} className="tabular-nums text-ink-2" />,
  },
]

/** Mail that this server stored because no mail server is configured. */
export const Screen = () => {
  const { list, page, hrefFor, opened, open } = useOutbox()
  const totalCount = list.data?.totalRowCount ?? 0
  return (
    <Card
      isFlush
      title="Outbox"
      description="Without a mail server every mail is kept here for you to pass on."
      isFailing={list.isLoadingError}
    >
      <DataTable
        label="Outbox"
        columns={columnsFor(({ id }) => open(id))}
        rows={list.data?.data}
        rowKey={({ id }) => id}
        failure={
          list.isLoadingError
            ? { message: list.error.message, onRetry: () => void list.refetch() }
            : undefined
        }
        empty={
          <EmptyState title="No mail yet">Invites and password links show up here.</EmptyState>
        }
        footer={
          totalCount > mailPageSize && (
            <Pagination
              page={page}
              pageSize={mailPageSize}
              totalCount={totalCount}
              hrefFor={hrefFor}
              label="Pages of the outbox"
            />
          )
        }
      />
      {opened && <MailDrawer mail={opened} onClose={() => open(undefined)} />}
    </Card>
  )
}

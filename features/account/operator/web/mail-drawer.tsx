import { formatFullDate } from '@playhead/domain/format.ts'
import { CopyControl } from '@playhead/ui/buttons/copy-control.tsx'
import { DescriptionList } from '@playhead/ui/layout/description-list.tsx'
import { Drawer } from '@playhead/ui/overlays/drawer.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { mailParts } from './mail-parts.ts'
import type { OutboxMail } from './use-outbox.ts'

interface MailDrawerProps {
  mail: OutboxMail
  onClose: () => void
}

export const MailDrawer = ({ mail, onClose }: MailDrawerProps) => {
  const parts = mailParts(mail.text)
  const link = parts.find(({ isLink }) => isLink)
  return (
    <Drawer isOpen onClose={onClose} title={mail.subject}>
      <Stack gap={4}>
        <DescriptionList
          items={[
            { term: 'To', detail: mail.to },
            { term: 'Sent', detail: formatFullDate(mail.createdAt) },
            ...(link
              ? [{ term: 'Link', detail: <CopyControl value={link.text} label="Copy the link" /> }]
              : []),
          ]}
        />
        <div className="rounded-lg border border-line bg-sunk p-4 text-md break-words whitespace-pre-wrap">
          {parts.map(({ text, isLink, start }) =>
            isLink ? (
              // A plain anchor, not a router link: the address may be meant for another person than the operator.
              <a key={start} className="ph-link" data-kind="text" href={text} rel="noreferrer">
                {text}
              </a>
            ) : (
              <span key={start}>{text}</span>
            ),
          )}
        </div>
      </Stack>
    </Drawer>
  )
}

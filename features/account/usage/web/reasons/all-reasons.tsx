import { formatCents } from '@playhead/domain/money.ts'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { Modal } from '@playhead/ui/overlays/modal.tsx'
import { type Column, DataTable } from '@playhead/ui/tables/data-table.tsx'
import { lineName } from '../usage-texts.ts'
import type { Reason } from '../use-usage.ts'
import { useUsageAddress } from '../usage-address.ts'

interface AllReasonsProps {
  title: string
  reasons: readonly Reason[]
  currency: string
  isOpen: boolean
  onClose: () => void
}

/** An environment and a meter, or below it one of its titles. */
interface ReasonLine {
  key: string
  environmentId: string
  name: string
  meter: string
  differenceCents: number
  isTitle: boolean
}

const linesOf = (reasons: readonly Reason[]): ReasonLine[] =>
  reasons.flatMap(({ environmentId, environment, meter, differenceCents, titles }) => {
    const key = `${environmentId} ${meter}`
    const line = { environmentId, meter: lineName(meter) }
    return [
      { ...line, key, name: environment, differenceCents, isTitle: false },
      ...titles.map((of) => ({
        ...line,
        key: `${key} ${of.title}`,
        name: of.title,
        differenceCents: of.differenceCents,
        isTitle: true,
      })),
    ]
  })

const columnsOf = (currency: string, hrefOf: (id: string) => string): Column<ReasonLine>[] => [
  {
    id: 'name',
    title: 'Environment',
    isMain: true,
    render: ({ name, meter, environmentId, isTitle }) =>
      isTitle ? (
        <span className="usage-title">{name}</span>
      ) : (
        <>
          <Link kind="quiet" href={hrefOf(environmentId)}>
            {name}
          </Link>
          <small className="usage-reason-meter">{meter}</small>
        </>
      ),
  },
  {
    id: 'difference',
    title: 'Difference',
    align: 'end',
    render: ({ differenceCents, isTitle }) => {
      const text = `${differenceCents > 0 ? '+' : ''}${formatCents(differenceCents, currency)}`
      return isTitle ? text : <strong>{text}</strong>
    },
  },
]

/** What changed against the month before, the largest difference first. */
export const AllReasons = ({ title, reasons, currency, isOpen, onClose }: AllReasonsProps) => {
  const { hrefOf } = useUsageAddress()
  return (
    <Modal title={title} isOpen={isOpen} onClose={onClose}>
      <DataTable
        label="What changed"
        columns={columnsOf(currency, hrefOf)}
        rows={linesOf(reasons)}
        rowKey={({ key }) => key}
        isNested={({ isTitle }) => isTitle}
      />
      <p className="usage-note">
        Environments and meters with the largest differences, and the titles that changed most
        within them.
      </p>
    </Modal>
  )
}

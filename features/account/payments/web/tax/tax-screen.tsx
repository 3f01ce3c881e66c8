import { useState } from 'react'
import { countryName } from '@playhead/domain/countries.ts'
import { formatFullDate } from '@playhead/domain/format.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { IconButton } from '@playhead/ui/buttons/icon-button.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { PencilIcon, TrashIcon } from '@playhead/ui/icons/subject-icons.ts'
import { Card } from '@playhead/ui/layout/card.tsx'
import { type Column, DataTable } from '@playhead/ui/tables/data-table.tsx'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { percentText } from '../percent-text.ts'
import { placeKey, placeName, sortedRates } from './tax-rate-values.ts'
import { type TaxRate, type TaxTable, useTaxTable } from './use-tax-table.ts'
import '../payments.css'

const TaxRateDialog = lazyDialog('TaxRateDialog', () => import('./tax-rate-dialog.tsx'))
const RemoveTaxRateDialog = lazyDialog(
  'RemoveTaxRateDialog',
  () => import('./remove-tax-rate-dialog.tsx'),
)

interface Actions {
  change: (rate: TaxRate) => void
  remove: (rate: TaxRate) => void
}

/** A rate without a region is that of all of them, or of those that have none of their own. */
const regionText = ({ country, region }: TaxRate, rates: readonly TaxRate[]) =>
  region ??
  (rates.some((other) => other.country === country && other.region !== null)
    ? 'Every other'
    : 'All')

const columnsOf = (rates: readonly TaxRate[], { change, remove }: Actions): Column<TaxRate>[] => [
  { id: 'country', title: 'Country', isMain: true, render: ({ country }) => countryName(country) },
  { id: 'region', title: 'State or region', render: (rate) => regionText(rate, rates) },
  { id: 'name', title: 'Name on invoices', render: ({ name }) => name },
  {
    id: 'reverse',
    title: 'Reverse charge',
    render: ({ isReverseCharge }) => (isReverseCharge ? 'For buyers with a tax ID' : '–'),
  },
  {
    id: 'rate',
    title: 'Rate',
    align: 'end',
    render: ({ rate }) => <span className="tabular-nums">{percentText(rate)}</span>,
  },
  {
    id: 'actions',
    title: 'Actions',
    isTitleHidden: true,
    align: 'end',
    render: (rate) => (
      <span className="flex justify-end gap-1">
        <IconButton
          icon={<PencilIcon size={14} />}
          label={`Change the tax of ${placeName(rate)}`}
          onClick={() => change(rate)}
        />
        <IconButton
          icon={<TrashIcon size={14} />}
          label={`Delete the tax of ${placeName(rate)}`}
          onClick={() => remove(rate)}
        />
      </span>
    ),
  },
]

const versionText = (table: TaxTable) =>
  table
    ? `Version ${table.version}, entered ${formatFullDate(table.createdAt)} by ${table.createdBy ?? 'the command line'}. Issued invoices keep their tax.`
    : undefined

type Asked = { to: 'add' } | { to: 'change' | 'remove'; rate: TaxRate }

/** What tax is added to invoices, by the country and region of the buyer. */
export const Screen = () => {
  const query = useTaxTable()
  const [asked, setAsked] = useState<Asked>()
  const data = query.data?.data
  const rates = sortedRates(data?.table?.rates ?? [])
  const close = () => setAsked(undefined)
  return (
    <Card
      isFlush
      title="Tax rates"
      description={data && versionText(data.table)}
      isFailing={query.isLoadingError}
      actions={data && <Button onClick={() => setAsked({ to: 'add' })}>Add a rate</Button>}
    >
      {data?.mode === 'showback' && (
        <div className="payments-message">
          <FormMessage tone="info">
            This server writes no invoices, so no tax is added. Rates apply once it does.
          </FormMessage>
        </div>
      )}
      <DataTable
        label="Tax rates"
        columns={columnsOf(rates, {
          change: (rate) => setAsked({ to: 'change', rate }),
          remove: (rate) => setAsked({ to: 'remove', rate }),
        })}
        rows={data && rates}
        rowKey={placeKey}
        skeletonRows={4}
        failure={
          query.isLoadingError
            ? { message: query.error.message, onRetry: () => void query.refetch() }
            : undefined
        }
        empty={
          <EmptyState title="No tax rates">
            Invoices have no tax until you add the rate of a country. It applies to buyers who have
            entered that country.
          </EmptyState>
        }
      />
      {data && asked && asked.to !== 'remove' && (
        <TaxRateDialog
          table={data.table}
          rate={asked.to === 'change' ? asked.rate : undefined}
          onClose={close}
        />
      )}
      {data && asked?.to === 'remove' && (
        <RemoveTaxRateDialog table={data.table} rate={asked.rate} onClose={close} />
      )}
    </Card>
  )
}

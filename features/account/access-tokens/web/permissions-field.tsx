import { useId } from 'react'
import { Checkbox } from '@playhead/ui/choices/checkbox.tsx'
import { FieldError } from '@playhead/ui/fields/field.tsx'
import { VisuallyHidden } from '@playhead/ui/layout/visually-hidden.tsx'
import {
  type PermissionLevel,
  type Permissions,
  productLabels,
  type TokenProduct,
} from './permissions.ts'

interface ProductRowProps {
  product: TokenProduct
  access: PermissionLevel
  isInvalid: boolean
  onChange: (access: PermissionLevel) => void
}

/** ACCT-066: a selected product always has Read, so Read alone cannot be deselected. */
const ProductRow = ({ product, access, isInvalid, onChange }: ProductRowProps) => {
  const label = productLabels[product]
  const isChosen = access !== 'none'
  const permissionLabel = (name: string) => (
    <>
      <VisuallyHidden>{label} </VisuallyHidden>
      {name}
    </>
  )
  return (
    <div className="grid grid-cols-[1fr_88px_88px] items-center gap-2 border-b border-line px-3 py-2 last:border-b-0">
      <span aria-invalid={isInvalid || undefined} className="font-medium">
        <Checkbox isChecked={isChosen} onChange={(is) => onChange(is ? 'read' : 'none')}>
          {label}
        </Checkbox>
      </span>
      <Checkbox isChecked={isChosen} isDisabled={isChosen} onChange={() => onChange('read')}>
        {permissionLabel('Read')}
      </Checkbox>
      <Checkbox isChecked={access === 'write'} onChange={(is) => onChange(is ? 'write' : 'read')}>
        {permissionLabel('Write')}
      </Checkbox>
    </div>
  )
}

interface PermissionsFieldProps {
  value: Permissions
  onChange: (value: Permissions) => void
  products: readonly TokenProduct[]
  error?: string | undefined
}

export const PermissionsField = ({ value, onChange, products, error }: PermissionsFieldProps) => {
  const errorId = useId()
  const hintId = useId()
  return (
    <fieldset className="ph-fieldset" aria-describedby={error ? `${errorId} ${hintId}` : hintId}>
      <legend className="ph-label">Permissions</legend>
      <p id={hintId} className="ph-description mb-1">
        Choose at least one product that this token may read or write.
      </p>
      <div className="rounded-md border border-line-strong">
        {products.map((product) => (
          <ProductRow
            key={product}
            product={product}
            access={value[product]}
            isInvalid={Boolean(error)}
            onChange={(access) => onChange({ ...value, [product]: access })}
          />
        ))}
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  )
}

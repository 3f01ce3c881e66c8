import {
  Button,
  ComboBox as AriaComboBox,
  FieldError,
  Input,
  Label,
  ListBox,
  Popover,
  Text,
} from 'react-aria-components/ComboBox'
import type { FieldProps } from '../fields/field.tsx'
import { ChevronDownIcon, ErrorIcon } from '../icons/icons.ts'
import { OptionRow } from './option-row.tsx'
import { dropdownMaxHeight } from '../overlays/overlay-sizes.ts'

interface ComboBoxProps extends FieldProps {
  value: string
  onChange: (text: string) => void
  onSelect?: (value: string) => void
  options: readonly { value: string; label: string }[]
  placeholder?: string
  allowsCustomValue?: boolean
  noResultsText?: string
}

export const ComboBox = (props: ComboBoxProps) => {
  const { error, errorPosition = 'bottom', options, noResultsText = 'No results' } = props
  const message = (
    <FieldError className="ph-field-error">
      <ErrorIcon size={14} />
      <span>{error}</span>
    </FieldError>
  )
  return (
    <AriaComboBox
      className="ph-field"
      name={props.name}
      inputValue={props.value}
      onInputChange={props.onChange}
      onChange={(key) => {
        if (key !== null) props.onSelect?.(String(key))
      }}
      allowsCustomValue={props.allowsCustomValue}
      allowsEmptyCollection
      isDisabled={props.isDisabled}
      isInvalid={Boolean(error)}
      menuTrigger="focus"
    >
      <Label className={props.isLabelHidden ? 'ph-visually-hidden' : 'ph-label'}>
        {props.label}
      </Label>
      {errorPosition === 'top' && message}
      <div
        className="ph-input"
        data-invalid={error ? true : undefined}
        data-disabled={props.isDisabled || undefined}
      >
        <Input className="ph-input-control" placeholder={props.placeholder} />
        <Button className="ph-combo-button">
          <ChevronDownIcon size={14} />
        </Button>
      </div>
      {props.description && (
        <Text slot="description" className="ph-description">
          {props.description}
        </Text>
      )}
      {errorPosition === 'bottom' && message}
      <Popover className="ph-popover w-(--trigger-width)" offset={5} maxHeight={dropdownMaxHeight}>
        <ListBox
          className="ph-menu"
          renderEmptyState={() => <div className="ph-menu-empty">{noResultsText}</div>}
        >
          {options.map((option) => (
            <OptionRow key={option.value} id={option.value} label={option.label} />
          ))}
        </ListBox>
      </Popover>
    </AriaComboBox>
  )
}

const defaultProgressHeight = 8

interface ProgressBarProps {
  label: string
  value?: number
  max?: number
  height?: number
  variant?: 'default' | 'striped'
  isLabelVisible?: boolean
  valueText?: string
}

export const ProgressBar = (props: ProgressBarProps) => {
  const { label, value, max = 100, height = defaultProgressHeight, variant = 'default' } = props
  const share = value === undefined ? undefined : Math.min(1, Math.max(0, value / max))
  const percent = share === undefined ? undefined : Math.round(share * 100)
  const text = props.valueText ?? (percent === undefined ? undefined : `${percent} %`)
  // The native element does not support stripes and a custom height in every browser.
  const bar = {
    role: 'progressbar',
    'aria-label': label,
    'aria-valuemin': 0,
    'aria-valuemax': 100,
    'aria-valuenow': percent,
    'aria-valuetext': text,
  }
  return (
    <div className="ph-progress">
      {props.isLabelVisible && (
        <div className="ph-progress-head" aria-hidden="true">
          <span>{label}</span>
          <span>{text}</span>
        </div>
      )}
      <div {...bar} className="ph-progress-track" style={{ height }}>
        <div
          className="ph-progress-fill"
          data-variant={variant}
          data-unknown={share === undefined || undefined}
          style={share === undefined ? undefined : { width: `${share * 100}%` }}
        />
      </div>
    </div>
  )
}

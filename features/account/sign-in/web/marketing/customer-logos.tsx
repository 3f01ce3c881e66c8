import { customers } from './marketing-texts.ts'

export const CustomerLogos = () => {
  return (
    <ul className="grid grid-cols-2 gap-3 auth-md:grid-cols-3" aria-label="Customers">
      {Object.entries(customers).map(([name, shape]) => (
        <li key={name} className="flex items-center gap-1 text-sm font-semibold text-ink-3">
          <svg
            width="16"
            height="16"
            viewBox="0 0 16 16"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.5"
            strokeLinecap="round"
            aria-hidden="true"
            className="flex-none"
          >
            <path d={shape} />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  )
}

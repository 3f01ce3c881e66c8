const shapes = {
  'Northlight TV':
    'M8 1v5M8 10v5M1 8h5M10 8h5M3.5 3.5l2 2M10.5 10.5l2 2M12.5 3.5l-2 2M5.5 10.5l-2 2',
  'Harbour Pictures': 'M8 2v12M4 5h8M2 9c0 3 3 5 6 5s6-2 6-5',
  Fieldhouse: 'M1.5 14.5V7L8 2l6.5 5v7.5zM8 2v12.5M1.5 10h13',
  'Papaya Learning': 'M8 1c4 0 5.5 4 5.5 7.5S11 15 8 15s-5.5-3-5.5-6.5S4 1 8 1zM8 6v5M6.5 8.5h3',
  'Kestrel Radio': 'M2 13C2 6 7 2 14 2c0 7-4 12-12 11zM2 13l6-6',
  'Ostwind Kino': 'M1 5h10a2.5 2.5 0 1 0-2.5-2.5M1 8.5h13M1 12h8a2 2 0 1 1-2 2',
}

export const CustomerLogos = () => {
  return (
    <ul className="grid grid-cols-2 gap-3 auth-md:grid-cols-3" aria-label="Customers">
      {Object.entries(shapes).map(([name, shape]) => (
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

/**
 * What an operator who sells Playhead tells visitors, shown with `PLAYHEAD_MARKETING=1`. All of it is invented: replace
 * it with your own. AUTH-003, AUTH-004
 */
export const offer = 'Start free or get $100 of usage credits for $10.'

export const startPromise = 'A median time to playback under 2 seconds, from the first upload on.'

export const strip = 'Playhead powers video streaming and analytics for video apps'

export interface Quote {
  text: string
  person: string
  role: string
}

export const quotes: Quote[] = [
  {
    text: 'We used to hear about stalls from our viewers. Now we see them first, and we know which network to call.',
    person: 'Ines Okafor',
    role: 'Head of streaming, Northlight TV',
  },
  {
    text: 'Encoding, delivery and measurement sit in one place. I stopped gluing three services together.',
    person: 'Tomas Lindqvist',
    role: 'Engineering lead, Harbour Pictures',
  },
  {
    text: 'On match day one screen tells us whether the stream is well. That is all I want from it.',
    person: 'Priya Raman',
    role: 'Live operations, Fieldhouse',
  },
  {
    text: 'Startup time was a guess in our meetings. Today it is a number on the wall, and it is going down.',
    person: 'Daniel Mbeki',
    role: 'Product, Papaya Learning',
  },
]

/** Names, each with the path of its mark on 16 × 16 pixels. */
export const customers = {
  'Northlight TV':
    'M8 1v5M8 10v5M1 8h5M10 8h5M3.5 3.5l2 2M10.5 10.5l2 2M12.5 3.5l-2 2M5.5 10.5l-2 2',
  'Harbour Pictures': 'M8 2v12M4 5h8M2 9c0 3 3 5 6 5s6-2 6-5',
  Fieldhouse: 'M1.5 14.5V7L8 2l6.5 5v7.5zM8 2v12.5M1.5 10h13',
  'Papaya Learning': 'M8 1c4 0 5.5 4 5.5 7.5S11 15 8 15s-5.5-3-5.5-6.5S4 1 8 1zM8 6v5M6.5 8.5h3',
  'Kestrel Radio': 'M2 13C2 6 7 2 14 2c0 7-4 12-12 11zM2 13l6-6',
  'Ostwind Kino': 'M1 5h10a2.5 2.5 0 1 0-2.5-2.5M1 8.5h13M1 12h8a2 2 0 1 1-2 2',
}

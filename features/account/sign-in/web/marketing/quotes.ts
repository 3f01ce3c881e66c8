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

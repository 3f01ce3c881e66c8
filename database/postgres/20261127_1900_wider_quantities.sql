-- A month of byte-hours has more digits than an hour: 20 are full at 137 terabytes. With the same scale no row is rewritten.
alter table invoice_lines
  alter column quantity type numeric(30,3),
  alter column included type numeric(30,3);

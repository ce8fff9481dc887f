/** A column of a CSV file: its name, whether it holds words rather than numbers, and a row's cell. */
export interface CsvColumn<Row> {
  readonly name: string;
  readonly isText: boolean;
  readonly cell: (row: Row) => string;
}

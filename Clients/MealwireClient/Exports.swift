// An app imports this module alone: requests name days and changes of fields.
@_exported public import Calendar
@_exported public import Contracts
@_exported public import JSONCoding
